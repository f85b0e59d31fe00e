import type { Adapters } from '../open-tables.ts';

/** One kind of item, or several of one kind that differ in a word. No two kinds write the same item. */
export interface Kind {
  name: string;
  write: (adapters: Adapters) => Promise<unknown>;
  /** Reads it back by every way in which the program finds it. */
  read: (adapters: Adapters) => Promise<unknown>;
  /** What is read. */
  is: unknown;
}

/** 2026-11-20, noon in UTC: nothing here reads a clock. */
export const AT = 1_795_176_000_000;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** When what has a retention ends. */
export const END = AT + 400 * DAY;
