import * as z from 'zod';
import type { AllowStatement } from '../table/is-allowed.ts';
import { TemplateError } from './template-error.ts';

const LEADING_KEYS = 'ForAllValues:StringLike';
const texts = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

const policySchema = z.object({
  Roles: z.array(z.string()).default([]),
  PolicyDocument: z.object({
    Statement: z.array(
      z.object({
        Effect: z.string(),
        Action: texts,
        Resource: texts,
        Condition: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
      }),
    ),
  }),
});

/** What a policy allows its roles to do with tables. */
export interface RolePolicy {
  /** Names of roles. */
  roles: readonly string[];
  statements: AllowStatement[];
}

/**
 * Reads the statements on tables of a policy, with every name resolved. Those on other services have no effect on this
 * machine.
 *
 * @throws TemplateError for a statement on tables that this machine would not enforce as AWS does.
 */
export function roleStatements(properties: unknown): RolePolicy {
  const { Roles: roles, PolicyDocument } = policySchema.parse(properties);
  const ours = PolicyDocument.Statement.filter(({ Action }) =>
    Action.some((one) => one.startsWith('dynamodb:')),
  );
  return {
    roles,
    statements: ours.map(({ Effect, Action: actions, Resource: resources, Condition }) => {
      const { [LEADING_KEYS]: like, ...others } = Condition;
      const { 'dynamodb:LeadingKeys': keys, ...otherKeys } = like ?? {};
      const isKnown = Effect === 'Allow' && Object.keys({ ...others, ...otherKeys }).length === 0;
      const isPlain = ![...actions, ...resources].some((one) => one.includes('*'));
      if (!isKnown || !isPlain)
        throw new TemplateError(['a statement on tables may only allow named actions, by leading keys']);
      return { actions, resources, ...(keys !== undefined && { leadingKeys: texts.parse(keys) }) };
    }),
  };
}
