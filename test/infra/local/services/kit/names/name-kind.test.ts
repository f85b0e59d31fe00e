import { describe, expect, it } from 'vitest';
import { kindOfName } from '../../../../../../infra/local/services/kit/names/name-kind.ts';

describe('a name is the name of', () => {
  it.each([
    [
      'company',
      [
        'Acme Motors',
        'Globex Bank',
        'Microsoft',
        'Delta Air Lines',
        'Kestrel Technologies',
        'The Boring Company',
      ],
    ],
    [
      'person',
      [
        'Elon Musk',
        'Musk',
        'PM Modi',
        'Prime Minister Narendra Modi',
        'Priya Sharma',
        'Carlos Ortega',
        'Trump',
      ],
    ],
    ['place', ['Mumbai', 'Texas', 'Indian', 'Costa Rica']],
    [
      'body',
      [
        'High Court',
        'Ministry of Health',
        'RBI',
        'Reserve Bank of India',
        'Geneva Conventions',
        'Acme University',
      ],
    ],
    ['outlet', ['Reuters', 'The Economic Times']],
    [undefined, ['Globex', 'Solvane', 'Lumina']],
  ] as const)('%s', (kind, names) => {
    expect(names.map((name) => [name, kindOfName(name)])).toEqual(names.map((name) => [name, kind]));
  });
});
