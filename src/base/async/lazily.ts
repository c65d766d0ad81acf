/** Makes a value on first use, once. */
export function lazily<Made>(make: () => Made): () => Made {
  let cache: { readonly value: Made } | undefined;
  return () => (cache ??= { value: make() }).value;
}
