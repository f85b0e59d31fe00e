import { expect, it } from 'vitest';
import { quietFormOf } from '../../../../shared/domain/stories/quiet-forms.ts';

it.each([
  ['opinion', 'Opinion: Kelvarra must pay its drivers'],
  ['opinion', 'Kommentar | Kelvarra hat es verdient'],
  ['live', 'Kelvarra strike live: depots shut across the north'],
  ['live', 'En direct : la grève chez Orvanne'],
  ['review', 'Kelvarra K5 review: a car for nobody'],
  ['review', 'Der Kelvarra K5 im Test'],
  ['list', 'Five things to know about Kelvarra'],
  ['price', 'Kelvarra price target raised to 40'],
  ['question', 'Can Kelvarra survive the winter?'],
  ['question', '社長は辞任するのか？'],
  [undefined, 'Kelvarra chief resigns over opinion poll'],
  [undefined, 'Kelvarra: chief resigns'],
  [undefined, 'Kelvarra lives to fight another day'],
])('%s: %s', (form, title) => {
  expect(quietFormOf({ title })).toBe(form);
});

it('an article that its service marks as an opinion is one, whatever its title', () => {
  expect(quietFormOf({ title: 'Kelvarra resigns', marks: ['opinion'] })).toBe('opinion');
});
