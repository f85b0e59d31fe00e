/** An update under a condition, as DynamoDB expressions with `#name` and `:value`. */
export interface Update {
  set: Readonly<Record<string, unknown>>;
  /** Expressions that are not plain values, such as `fence = if_not_exists(fence, :zero) + :one`. */
  compute?: readonly string[];
  /** Texts to add to sets of texts. */
  add?: Readonly<Record<string, readonly string[]>>;
  condition: string;
  values?: Readonly<Record<string, unknown>>;
  names?: Readonly<Record<string, string>>;
}

/** `SET` for values, `REMOVE` for undefined ones, `ADD` for sets. */
export function updateExpression({ set, compute = [], add = {}, values = {}, names = {} }: Update) {
  const entries = Object.entries({ ...set, v: 1 });
  const kept = entries.filter(([, value]) => value !== undefined);
  const removed = entries.filter(([, value]) => value === undefined);
  const added = Object.entries(add).flatMap(([field, texts]) =>
    texts.length > 0 ? [[field, new Set(texts)] as const] : [],
  );
  const parts = {
    SET: [...kept.map(([field]) => `#${field} = :${field}`), ...compute],
    REMOVE: removed.map(([field]) => `#${field}`),
    ADD: added.map(([field]) => `#${field} :${field}`),
  };
  const clauses = Object.entries(parts).filter(([, expressions]) => expressions.length > 0);
  const fields = [...entries, ...added].map(([field]) => [`#${field}`, field] as const);
  return {
    expression: clauses.map(([clause, expressions]) => `${clause} ${expressions.join(', ')}`).join(' '),
    names: { ...Object.fromEntries(fields), ...names },
    values: {
      ...Object.fromEntries([...kept, ...added].map(([field, value]) => [`:${field}`, value])),
      ...values,
    },
  };
}
