import { expect, it } from 'vitest';
import { type Identity, type Roles, viewerOf } from '../../../../shared/domain/pages/sign-in.ts';

const roles: Roles = {
  editor: [{ who: 'press', brands: ['acme'] }, { who: 'Boss@acme.example' }],
  reader: [{ who: 'press' }, { who: 'guests', brands: ['globex'] }],
};
const ofGroups = (...groups: string[]): Identity => ({
  issuer: 'https://i',
  subject: 's',
  name: 'Ana',
  groups,
});

it('gives the highest role of a group or a verified address, with the brands of its entries', () => {
  expect(viewerOf(ofGroups('press', 'guests'), roles)).toMatchObject({ role: 'editor', brands: ['acme'] });
  expect(viewerOf(ofGroups('guests'), roles)).toMatchObject({ role: 'reader', brands: ['globex'] });
  expect(viewerOf({ ...ofGroups(), mail: 'boss@ACME.example' }, roles)).toMatchObject({ brands: 'all' });
  expect(viewerOf(ofGroups('Boss@acme.example', 'unknown'), roles)).toBeUndefined();
});

it('is somebody else with the same subject of another issuer', () => {
  const ids = ['https://i', 'https://j'].map(
    (issuer) => viewerOf({ ...ofGroups('press'), issuer }, roles)?.id,
  );
  expect(new Set(ids).size).toBe(2);
});
