import type { Obstacle } from '../../../shared/use-cases/forget/forget-ports.ts';
import { CliFailure } from '../failure.ts';
import { plainText, timeOrNull } from '../print-values.ts';

const UNCHANGED = 'Nothing was changed.';

/** What prevents forgetting, and what to do. */
export function explainObstacle(obstacle: Obstacle, name: string): CliFailure {
  switch (obstacle.by) {
    case 'file':
      return new CliFailure(`${namedIn(obstacle)} in ${name}. ${UNCHANGED}`, {
        hint: 'remove it from watches.yaml and run bellwether apply, then run forget again',
      });
    case 'apply':
      return new CliFailure(`Another apply is running in ${name}. ${UNCHANGED}`, {
        hint: 'try again in a minute',
      });
    case 'run':
      return new CliFailure(`A run of ${plainText(obstacle.watchId)} is in progress. ${UNCHANGED}`, {
        hint: 'it ends within 6 minutes: try again then',
      });
    case 'recent':
      return new CliFailure(
        `${plainText(obstacle.watchId)} was removed so recently that a function may still write. ${UNCHANGED}`,
        { hint: `try again at ${timeOrNull(obstacle.until)}` },
      );
    case 'upstream':
      return new CliFailure(
        `The extraction service still has the monitor of ${obstacle.watches.map(plainText).join(', ')}. ${UNCHANGED}`,
        { hint: 'the stack removes it within a few minutes: run forget again then' },
      );
    case 'delivery':
      return new CliFailure(
        `A message with its alerts is being sent on channel ${plainText(obstacle.channel)}. ${UNCHANGED}`,
        { hint: 'try again in a minute; a message that fails takes up to 16 minutes until it is given up' },
      );
    case 'writer':
      return new CliFailure(
        `Something was stored for ${plainText(obstacle.watchId)} while it was being forgotten. The rest was removed.`,
        { hint: 'run forget again in a few minutes' },
      );
  }
}

function namedIn({ watches, reports }: { watches: readonly string[]; reports: readonly string[] }): string {
  const parts = [
    ...watches.map((id) => `watch ${plainText(id)}`),
    ...reports.map((id) => `report ${plainText(id)}, which names it,`),
  ];
  const text = parts.join(' and ').replace(/,$/, '');
  const verb = parts.length === 1 ? 'is' : 'are';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${verb} still applied`;
}
