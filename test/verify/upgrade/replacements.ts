/** Properties of each type that CloudFormation cannot change without making the resource again: `KeySchema`, `Target/Arn`. */
export type CreateOnly = Readonly<Record<string, readonly string[]>>;

/**
 * Types that hold data, or names and addresses that something outside of the template keeps: subscriptions, mails, schedules
 * of watches, secrets that a person has filled. A log group is none of them: the old one stays until its retention ends.
 */
export const KEPT_TYPES: readonly string[] = [
  'AWS::DynamoDB::GlobalTable',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
  'AWS::SNS::Topic',
  'AWS::SecretsManager::Secret',
  'AWS::StepFunctions::StateMachine',
  'AWS::ApiGatewayV2::Api',
  'AWS::Scheduler::ScheduleGroup',
  'AWS::Lambda::Function',
  'AWS::KMS::Key',
];

/** Another key makes another index. The schema of the table does not say so. */
const KEYS_OF_INDEXES = [0, 1].map((index) => `GlobalSecondaryIndexes/${index}/KeySchema`);

/** What an update in place from one template to another would remove or make again, as lines for people. */
export function replacements(before: any, after: any, createOnly: CreateOnly): string[] {
  return Object.entries<any>(before.Resources)
    .filter(([, { Type }]) => KEPT_TYPES.includes(Type))
    .flatMap(([id, old]) => {
      const now = after.Resources[id];
      if (now === undefined) return [`${id} (${old.Type}) is removed`];
      if (now.Type !== old.Type) return [`${id} changes its type from ${old.Type} to ${now.Type}`];
      return changedPaths(old, now, createOnly).map(
        (path) => `${id} (${old.Type}) is replaced: its ${path.replaceAll('/', '.')} changes`,
      );
    });
}

function changedPaths(old: any, now: any, createOnly: CreateOnly): string[] {
  const paths = createOnly[old.Type];
  if (!paths) throw new Error(`Which properties of ${old.Type} replace it is not known`);
  const all = old.Type === 'AWS::DynamoDB::GlobalTable' ? [...paths, ...KEYS_OF_INDEXES] : paths;
  return all.filter((path) => textAt(old, path) !== textAt(now, path));
}

function textAt({ Properties = {} }: any, path: string): string {
  const value = path.split('/').reduce((part: any, key) => part?.[key], Properties);
  return JSON.stringify(value) ?? '';
}
