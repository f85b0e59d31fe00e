/** A reader of outside text. Its valid inputs are changed and given to it. */
export interface Parser {
  name: string;
  /** What changes: text, or values and names of JSON as well. */
  form: 'text' | 'json';
  /** Valid inputs. */
  seeds: readonly string[];
  /** How many inputs it gets, compared with the others. Default: 10. Slow ones get fewer. */
  share?: number;
  read: (input: string) => unknown;
  /** The errors that it documents. Any other is a fault. */
  refuses?: readonly (abstract new (
    ...given: never[]
  ) => Error)[];
  /** Some valid inputs are refused here as well: why is said where this is set. */
  refusesSeeds?: boolean;
  /** Texts that could take it long, repeated by the test of time. Default: signs of all syntaxes. */
  pieces?: readonly string[];
  /** Puts a long text where a valid input has text. Default: the text alone, and in the middle of the first seed. */
  around?: readonly ((long: string) => string)[];
  /** Times are not compared: why. */
  timeless?: string;
}
