import { config } from 'zod/v4/core';

/**
 * Loaded first by each function: zod checks objects without compiling a function for each schema first. Compiling
 * takes up to 50 ms of a cold start, for schemas that most calls use a few times. A check that is used often takes 3
 * µs more without it.
 */
config({ jitless: true });
