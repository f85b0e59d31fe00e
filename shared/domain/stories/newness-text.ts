import type { Newness } from '../findings/newness.ts';

const REPEATS = {
  headline: 'Its headline is near to one of an alert.',
  moment: 'It came together with an article of its story that alerted.',
  facts: 'It brings nothing that its story had not.',
} as const;

const FORMS: Readonly<Record<string, string>> = {
  opinion: 'an opinion',
  review: 'a review',
  list: 'a list',
  live: 'a live page',
  price: 'a note on a price',
  question: 'a question',
};

/** What an article was to the channels of its watch, in a sentence. Words of the news are in it. */
export function newnessText(newness: Newness): string {
  switch (newness.is) {
    case 'repeat':
      return REPEATS[newness.because];
    case 'quiet':
      return `By its form it is ${FORMS[newness.form] ?? newness.form}, which leads no alert.`;
    case 'unconfirmed':
      return `New in it: ${newness.fresh.join(', ')}. No other outlet confirmed it when it came.`;
    case 'development': {
      const { fresh, confirmedBy = [] } = newness;
      return `New in it: ${fresh.join(', ')}.${confirmedBy.length > 0 ? ` Confirmed by ${confirmedBy.join(', ')}.` : ''}`;
    }
  }
}
