/** The properties of an object that a mask names; those that it lacks stay absent. */
export function pick<T extends object, K extends keyof T>(
  from: T,
  mask: Readonly<Record<K, true>>,
): Pick<T, K>;
export function pick(from: object, mask: object): object {
  return Object.fromEntries(Object.entries(from).filter(([key]) => Object.hasOwn(mask, key)));
}
