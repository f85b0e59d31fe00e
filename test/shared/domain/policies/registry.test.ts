import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writtenAlertSchema } from '../../../../shared/contracts/watches-file/schema/watch-schema.ts';
import { watchesJsonSchema } from '../../../../shared/contracts/watches-file/watches-json-schema.ts';
import { watchDefinitionSchema } from '../../../../shared/contracts/stored/definitions.ts';
import { occasionOf } from '../../../../shared/domain/alerts/alert.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { overlapOf, POLICIES, policyOf } from '../../../../shared/domain/policies/registry.ts';
import { alertFields, storedAlertSchema } from '../../../../shared/store/alerts/alerts.ts';
import { anAlert, aWatch, NOON } from '../../../ports/examples.ts';

const SEEN = { text: 'Seen.' };

// Adding a policy takes two production files, its own and the registry: all others read the list.

describe('the list of policies', () => {
  it.each(POLICIES)('%s is known to the file, its JSON Schema and the store', (when) => {
    expect(writtenAlertSchema.safeParse({ when }).success).toBe(true);
    expect(watchDefinitionSchema.shape.alert.safeParse({ when, channel: 'c' }).success).toBe(true);
    const text = JSON.stringify(watchesJsonSchema());
    expect(text.toLowerCase()).toContain(policyOf(when).about.toLowerCase());
    for (const parameter of policyOf(when).parameters) expect(text).toContain(parameter.text);
    const alert = anAlert(1, {
      occasion: { ...occasionOf(aWatch({ alert: { when, channel: 'c' } }), SEEN) },
    });
    const stored = { alert: alertFields(alert), state: { state: 'pending', dueAt: NOON } };
    expect(storedAlertSchema.parse(stored).alert).toEqual(alert);
  });

  it('decides how far runs look back', () => {
    expect(Object.fromEntries(POLICIES.map((name) => [name, overlapOf(name) / HOUR]))).toEqual({
      story: 1,
      finding: 1,
      volume: 1,
      spike: 1,
      silence: 1,
      first_seen: 1,
      sentiment: 1,
      change: 24,
    });
    expect(policyOf('spike').lookbackForCounts).toBe(28 * DAY);
  });

  it('is the only place that compares names of policies', () => {
    const names = POLICIES.join('|');
    const compared = new RegExp(String.raw`\bwhen\b\s*[!=]==?\s*'(?:${names})'`);
    const files = globSync('{shared,functions,infra}/**/*.ts');
    const comparing = files.filter((file) => compared.test(readFileSync(file, 'utf8')));
    // The file's default is `story`. The alert of `finding` has an id of its own.
    expect(comparing.toSorted()).toEqual([
      'shared/contracts/watches-file/to-desired.ts',
      'shared/domain/alerts/alert.ts',
    ]);
  });
});

describe('what preview says of a policy', () => {
  const past = { isComplete: false };
  it.each(POLICIES)('%s: whole sentences', (name) => {
    const { preview, parameters } = policyOf(name);
    const settings = Object.fromEntries(parameters.map(({ name: key, form }) => [key, lastOf(form)]));
    const unknown = preview?.unknown?.(past, settings);
    expect(unknown ?? 'a part of a sentence').toMatch(/^[a-z].*[^.]$/);
    const caveat = preview?.caveat?.(past);
    expect(caveat ?? 'A sentence.').toMatch(/^[A-Z].*\.$/);
  });

  it('is missing where past findings show the alerts', () => {
    const complete = { isComplete: true };
    const unknown = POLICIES.filter((name) => policyOf(name).preview?.unknown?.(complete, { of: 'mean' }));
    expect(unknown).toEqual(['change']);
    expect(POLICIES.filter((name) => policyOf(name).preview?.caveat?.(complete))).toEqual(['first_seen']);
  });

  it('names a setting that makes alerts rarer', () => {
    expect(policyOf('finding').preview?.calmer).toContain('alert: { when: story }');
  });
});

function lastOf(form: ReturnType<typeof policyOf>['parameters'][number]['form']): string | number {
  return form.type === 'choice' ? (form.values.at(-1) ?? '') : 1;
}

describe('what a policy needs', () => {
  const articles = { finds: 'articles', frame: 'hour', namesCompanies: false } as const;
  it('warns of articles without a sentiment, and of nothing else', () => {
    const warned = POLICIES.filter((name) =>
      policyOf(name).warns?.({ ...articles, hasSentiment: false }, {}),
    );
    expect(warned).toEqual(['sentiment']);
    expect(policyOf('sentiment').warns?.({ ...articles, hasSentiment: true }, {})).toBeUndefined();
  });

  it('says which alerts show findings', () => {
    expect(POLICIES.filter((name) => policyOf(name).showsFindings === false)).toEqual(['silence']);
  });
});
