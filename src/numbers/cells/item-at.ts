/** The item at a place of a list; undefined without a list, without a place, and outside the list. */
export const itemAt = <Item>(
  list: ArrayLike<Item> | undefined,
  place: number | undefined,
): Item | undefined => (place === undefined ? undefined : list?.[place]);
