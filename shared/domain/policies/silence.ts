import { DAY, HOUR } from '../time/instant.ts';
import { type Policy, spanParameter, spanText } from './policy.ts';

const length = spanParameter('for', {
  min: '1h',
  max: '90d',
  preset: 3 * DAY,
  text: 'How long the watch must have found nothing.',
});

/**
 * Nothing has come for too long. Only covered time counts: while the service does not answer, no one knows whether
 * something came, and the operators get an incident. It counts again from the end of a span in which a feed may have
 * been missed. After an alert, something must come before the next one.
 */
export const silencePolicy: Policy = {
  about: 'when the watch has found nothing for too long',
  parameters: [length],
  showsFindings: false,

  counting(settings) {
    const quiet = length.of(settings);
    return {
      history: quiet + DAY,
      resetAfter: HOUR,
      judge(view) {
        const { closedUntil, since, noun, detectedAt } = view;
        const unknownUntil = (view.missed ?? []).map(({ to }) => to);
        const from = Math.max(view.latest() ?? since, ...unknownUntil);
        const isSameSilence = detectedAt !== undefined && from <= detectedAt;
        if (closedUntil - from < quiet && !isSameSilence) return undefined;
        return {
          text: `No ${noun} has come for ${roundedText(closedUntil - from)}; the limit is ${spanText(quiet)}.`,
          period: { from, to: closedUntil },
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
