import { useProduct } from '../product-context.ts';
import styles from './screen.module.css';

/** The brand of a sign-in page: logo or initial, name, and the product's cover beside the form. */
export function EntranceMark() {
  const { cover } = useProduct();
  return (
    <>
      {cover === null ? null : <img src={cover} alt="" className={styles['cover']} />}
      <ProductMark />
    </>
  );
}

/** Logo or initial, and the name. */
export function ProductMark() {
  const { model, logo } = useProduct();
  return (
    <div className={styles['entranceMark']}>
      {logo === null ? (
        <span aria-hidden className={styles['entranceTile']}>
          {[...model.name][0]?.toUpperCase()}
        </span>
      ) : (
        <img src={logo} alt="" className={styles['entranceTile']} />
      )}
      <span>{model.name}</span>
    </div>
  );
}
