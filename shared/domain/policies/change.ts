import { HEADLINE } from '../findings/revision.ts';
import { DAY } from '../time/instant.ts';
import { namesParameter, type Policy } from './policy.ts';
import type { FactChange } from '../findings/finding.ts';

const of = namesParameter('of', {
  pattern: /^[a-z][a-z0-9_]*$/,
  expected: 'headline, or names of facts such as amount or number_of_people_laid_off',
  text: 'What must change: headline, or the names of facts of an event. Left out: any of them.',
});

/** A known item is received again with another fact, or another headline. */
export const changePolicy: Policy = {
  about: 'when a fact of a known event, or a headline, changes',
  parameters: [of],
  // A change is seen only when a run receives the item again.
  overlap: DAY,

  refuses({ finds, facts }, settings) {
    const wanted = of.of(settings);
    if (wanted === undefined) return undefined;
    if (finds === 'events' && wanted.includes(HEADLINE)) {
      return {
        key: 'of',
        what: 'The headline of an event is not a fact',
        hint: 'remove headline',
      };
    }
    const unknown = wanted.filter((name) => name !== HEADLINE && facts?.includes(name) !== true);
    if (unknown.length === 0 || (finds === 'events' && !facts)) return undefined;
    return {
      key: 'of',
      what: `This watch finds ${finds}, which have no fact "${unknown.join(', ')}"`,
      hint: facts ? `choose from ${facts.join(', ')}` : 'write of: [headline]',
    };
  },

  warns({ polled }) {
    if (polled === undefined) return undefined;
    const what = 'This watch never alerts: each of its items is stored once, and no change of it is seen';
    return { what, hint: 'write when: story, or when: finding' };
  },

  onFinding: () => ({ notify: 'nothing', because: 'awaits-change' }),

  onChange(changes, settings) {
    const wanted = of.of(settings);
    const relevant = changes.filter(({ name }) => wanted?.includes(name) !== false);
    if (relevant.length === 0) return undefined;
    const named = relevant.map(({ name }) => name.replaceAll('_', ' ')).join(', ');
    return { text: `Changed: ${named}.`, short: shortOf(relevant), changes: relevant };
  },

  preview: { unknown: () => 'a change is seen only when a run receives the same item again' },
};

/** `amount 50 → 80 and 2 more`. A new headline is not repeated: the alert shows it anyway. */
function shortOf([first, ...others]: readonly FactChange[]): string {
  if (!first) return '';
  const { name, from = 'nothing', to = 'nothing' } = first;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return name === HEADLINE
    ? `New headline${more}`
    : `${name.replaceAll('_', ' ')} ${cut(from)} → ${cut(to)}${more}`;
}

const LONGEST_VALUE = 24;

function cut(value: string): string {
  return value.length <= LONGEST_VALUE ? value : `${value.slice(0, LONGEST_VALUE - 1).toWellFormed()}…`;
}
