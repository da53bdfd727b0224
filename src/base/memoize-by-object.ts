/** Memoizes a function of a list or an object; the result lives as long as its argument. */
export function memoizeByObject<Part extends object, Made>(make: (part: Part) => Made): (part: Part) => Made {
  const known = new WeakMap<Part, { readonly made: Made }>();
  return (part) => {
    let found = known.get(part);
    if (found === undefined) known.set(part, (found = { made: make(part) }));
    return found.made;
  };
}
