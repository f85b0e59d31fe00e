import { type Extract, NOTHING, speaksOf } from './extracted.ts';

/** The first link in the text; for a field that asks for the source, the link of the first article. */
export const extractUrl: Extract = (field, reading) => {
  const [link] = reading.text.match(/https?:\/\/[^\s"'<>)\]]+/) ?? [];
  if (link !== undefined) return { value: link.replace(/[.,;]$/, ''), confidence: 0.6 };
  const [first] = reading.articles;
  return first && speaksOf(field, 'source|article|report|link|citation')
    ? { value: first.link, confidence: 0.9 }
    : NOTHING;
};
