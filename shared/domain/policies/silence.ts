import { DAY, HOUR } from '../time/instant.ts';
import { spanParameter } from './parameter.ts';
import type { Policy } from './policy.ts';
import { spanText } from './words.ts';

const length = spanParameter('for', {
  min: '1h',
  max: '90d',
  preset: 3 * DAY,
  text: 'How long the watch must have found nothing.',
});

/**
 * Nothing has come for too long. Only time that was asked for counts: while the service is out of reach nobody knows
 * whether something came, and the operators are told of that. It rings again only after something came.
 */
export const silencePolicy: Policy = {
  about: 'when the watch has found nothing for too long',
  parameters: [length],

  counting(settings) {
    const quiet = length.of(settings);
    return {
      history: quiet + DAY,
      resetAfter: HOUR,
      judge(view) {
        const { closedUntil: edge, since, noun, detectedAt: rangAt } = view;
        const from = view.latest() ?? since;
        const isTheSame = rangAt !== undefined && from <= rangAt;
        if (edge - from < quiet && !isTheSame) return undefined;
        return {
          text: `No ${noun} has come for ${roundedText(edge - from)}; the limit is ${spanText(quiet)}.`,
          period: { from, to: edge },
          seen: { articles: 0 },
          figures: { hours: quiet / HOUR },
        };
      },
    };
  },
};

/** Whole days from three days on, whole hours below. */
function roundedText(length: number): string {
  const unit = length < 3 * DAY ? HOUR : DAY;
  return spanText(Math.floor(length / unit) * unit);
}
