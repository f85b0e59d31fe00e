import type { NEWS_PARAMETERS, NewsParameterName, NewsPath } from '../../domain/services/news-parameters.ts';

type Rows = typeof NEWS_PARAMETERS;

type NamesOn<P extends NewsPath> = {
  [N in NewsParameterName]: P extends Rows[N]['paths'][number] ? N : never;
}[NewsParameterName];

type RequiredOn<P extends NewsPath> = {
  [N in NamesOn<P>]: Rows[N] extends { requiredOn: readonly (infer R)[] } ? (P extends R ? N : never) : never;
}[NamesOn<P>];

type OwnTags = `custom_tags.${string}`;

/** An array of values, or one text with commas. */
export type ListValue = string | readonly string[];

type ValueOf<R> = R extends { type: 'list' }
  ? ListValue
  : R extends { type: 'boolean' }
    ? boolean | 'true' | 'false'
    : R extends { type: 'integer' | 'number' }
      ? number
      : R extends { type: 'enum'; values: readonly (infer V)[] }
        ? V | (R extends { open: true } ? string : never)
        : string;

/** The parameters of one path, typed from the table of parameters: unknown names do not compile. */
export type NewsRequest<P extends NewsPath> = {
  readonly [N in RequiredOn<P>]: ValueOf<Rows[N]>;
} & {
  readonly [N in Exclude<NamesOn<P>, RequiredOn<P> | 'custom_tags'>]?: ValueOf<Rows[N]> | undefined;
} & ('custom_tags' extends NamesOn<P>
    ? { readonly [N in OwnTags]?: ListValue } & { readonly custom_tags?: Readonly<Record<string, ListValue>> }
    : unknown);

export type CheckedValue = string | number | boolean | readonly string[];

/** A checked request. Lists are arrays. */
export type CheckedRequest = Readonly<Record<string, CheckedValue>>;
