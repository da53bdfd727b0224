/** Pictures that a browser shows without running anything in them. */
export const showable = /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/iu;
