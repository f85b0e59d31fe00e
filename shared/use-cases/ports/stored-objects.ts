/** Objects of the bucket. A folder is a prefix of their keys that ends in a slash. */
export interface StoredObjects {
  count(folder: string): Promise<number>;
  /** Deletes all objects below a folder. Returns how many there were. */
  remove(folder: string): Promise<number>;
}
