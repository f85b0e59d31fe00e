import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';

/** What of a template of CloudFormation is compared. */
export const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});
type Template = z.infer<typeof templateSchema>;

/** One resource that differs. `properties` are the names of those that changed, where it stays. */
export interface ResourceChange {
  change: 'added' | 'changed' | 'removed';
  id: string;
  type: string;
  properties: string[];
  /** True: CloudFormation would delete what it holds, or make an empty one in its place. */
  losesData: boolean;
}

/** The resources that hold data, and the properties of which a change replaces them (CloudFormation's reference). */
const HOLDS_DATA: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::KMS::Key': ['KeySpec'],
};

/** Properties that differ with each deployment, or that are the hash of code. */
const ALWAYS_OTHER = ['Code', 'deployment', 'ServiceToken'];

/** What of the deployed template another one would change, removals first. */
export function compareTemplates(deployed: Template, next: Template): ResourceChange[] {
  const ids = [...new Set([...Object.keys(deployed.Resources), ...Object.keys(next.Resources)])].toSorted();
  const changes = ids.flatMap((id): ResourceChange[] => {
    const [old, other] = [deployed.Resources[id], next.Resources[id]];
    if (!old) return [{ change: 'added', id, type: other?.Type ?? '', properties: [], losesData: false }];
    const replacing = HOLDS_DATA[old.Type];
    if (!other || other.Type !== old.Type)
      return [{ change: 'removed', id, type: old.Type, properties: [], losesData: replacing !== undefined }];
    const properties = changedKeys(old.Properties, other.Properties);
    if (properties.length === 0) return [];
    const losesData = properties.some((name) => replacing?.includes(name));
    return [{ change: 'changed', id, type: old.Type, properties, losesData }];
  });
  const rank = { removed: 0, changed: 1, added: 2 };
  return changes.toSorted((one, other) => rank[one.change] - rank[other.change]);
}

type Properties = Readonly<Record<string, unknown>>;

function changedKeys(old: Properties, other: Properties): string[] {
  const names = new Set([...Object.keys(old), ...Object.keys(other)]);
  return [...names].filter(
    (name) => !ALWAYS_OTHER.includes(name) && !isDeepStrictEqual(old[name], other[name]),
  );
}
