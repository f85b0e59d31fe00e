/** A map whose items of a lane are found without looking at those of others. `laneOf` names the lane in which an item waits, if it does. */
export class LaneMap<V> extends Map<string, V> {
  readonly #laneOf: (value: V) => string | undefined;
  readonly #lanes = new Map<string, Map<string, V>>();

  constructor(laneOf: (value: V) => string | undefined) {
    super();
    this.#laneOf = laneOf;
  }

  override set(key: string, value: V): this {
    this.#takeOut(key);
    const lane = this.#laneOf(value);
    if (lane !== undefined) {
      const waiting = this.#lanes.get(lane) ?? new Map<string, V>();
      this.#lanes.set(lane, waiting.set(key, value));
    }
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    this.#takeOut(key);
    return super.delete(key);
  }

  override clear(): void {
    this.#lanes.clear();
    super.clear();
  }

  /** What waits in a lane, in the order in which it came there. */
  on(lane: string): V[] {
    return [...(this.#lanes.get(lane)?.values() ?? [])];
  }

  #takeOut(key: string): void {
    const before = this.get(key);
    const lane = before === undefined ? undefined : this.#laneOf(before);
    if (lane !== undefined) this.#lanes.get(lane)?.delete(key);
  }
}
