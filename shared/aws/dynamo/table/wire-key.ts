/** A key as DynamoDB takes it. To marshal it like any other item takes ten times as long, and a page reads hundreds. */
export function wireKey({ pk, sk }: Readonly<Record<'pk' | 'sk', string>>) {
  return { pk: { S: pk }, sk: { S: sk } };
}
