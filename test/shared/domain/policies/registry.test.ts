import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writtenAlertSchema } from '../../../../shared/contracts/watches-file/schema/watch-schema.ts';
import { watchesJsonSchema } from '../../../../shared/contracts/watches-file/watches-json-schema.ts';
import { watchDefinitionSchema } from '../../../../shared/contracts/stored/definitions.ts';
import { occasionOf } from '../../../../shared/domain/alerts/alert.ts';
import { POLICIES, policyOf } from '../../../../shared/domain/policies/registry.ts';
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

describe('what a policy needs', () => {
  const articles = { finds: 'articles', frame: 'hour', namesCompanies: false } as const;
  it('warns of articles without a sentiment, and of nothing else', () => {
    const warned = POLICIES.filter((name) =>
      policyOf(name).warns?.({ ...articles, hasSentiment: false }, {}),
    );
    expect(warned).toEqual(['sentiment']);
    expect(policyOf('sentiment').warns?.({ ...articles, hasSentiment: true }, {})).toBeUndefined();
  });
});
