import * as z from 'zod';
import type { Problem } from '../problems/problem.ts';

/** What the error messages say about the values of a schema. */
export interface Expectation {
  /** What a value is called, such as `duration`: a wrong one is reported as `Invalid duration`. */
  noun?: string;
  /** What is possible here, with an example. */
  expected?: string;
  /** What to do where the format of a value is wrong. */
  hint?: string;
  /** Values to search for the intended one, where the schema itself has no list. */
  candidates?: () => readonly string[];
  /** Why a key is not possible here, and what to do; undefined for an unknown key. */
  ofKey?: (key: string) => Pick<Problem, 'what' | 'hint'> | undefined;
}

export const EXPECTATIONS = z.registry<Expectation>();

/** Registers what a schema expects, and returns the schema. */
export function withExpectation<S extends z.ZodType>(schema: S, expectation: Expectation): S {
  EXPECTATIONS.add(schema, expectation);
  return schema;
}

export function expectationOf(schema: z.core.$ZodType | undefined): Expectation {
  return (schema && EXPECTATIONS.get(schema)) ?? {};
}

/** The keys that a closed mapping takes. */
export function keysOf(schema: z.core.$ZodType | undefined): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
