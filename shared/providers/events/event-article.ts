import * as z from 'zod';
import {
  identifier,
  items,
  list,
  maybe,
  maybeCount,
  maybeFlag,
  maybeInstant,
  maybeRank,
  maybeSentiment,
  maybeText,
  texts,
  withDatePrecision,
} from '../http/lenient.ts';

const names = list(z.object({ entity_name: z.string(), count: maybeCount }));

const article = z.object({
  id: identifier,
  title: maybeText,
  link: maybeText,
  media: maybeText,
  description: maybeText,
  content: maybeText,
  published_date: maybeInstant,
  published_date_precision: maybeText,
  author: maybeText,
  authors: texts,
  journalists: texts,
  domain_url: maybeText,
  full_domain_url: maybeText,
  name_source: maybeText,
  rights: maybeText,
  language: maybeText,
  twitter_account: maybeText,
  all_links: texts,
  all_domain_links: texts,
  is_headline: maybeFlag,
  paid_content: maybeFlag,
  is_opinion: maybeFlag,
  rank: maybeRank,
  word_count: maybeCount,
  extraction_data: maybe(z.object({ parent_url: maybeText })),
  nlp: maybe(
    z.object({
      theme: texts,
      summary: maybeText,
      sentiment: maybe(z.object({ title: maybeSentiment, content: maybeSentiment })),
      ner_PER: names,
      ner_ORG: names,
      ner_MISC: names,
      ner_LOC: names,
    }),
  ),
});

/** An article of an event: id, title, link, media and the fields of additional_article_fields. */
export type EventArticle = z.infer<typeof article> & { raw: unknown };

/** Articles, at the top of an answer or inside an event. Those without an id are dropped and counted. */
export const eventArticles = items(z.preprocess((value) => withDatePrecision(nested(value)), article));

const flat = z.record(z.string(), z.unknown());

/** A field that is requested by a dotted name may have that name in the answer (events service, articles). */
function nested(value: unknown): unknown {
  const fields = flat.safeParse(value);
  if (!fields.success) return value;
  const dotted = Object.entries(fields.data).filter(([name]) => name.includes('.'));
  const result = new Map(Object.entries(fields.data));
  for (const [name, part] of dotted) {
    const [group = '', field = ''] = name.split('.');
    const inGroup = Object.entries(flat.safeParse(result.get(group)).data ?? {});
    result.set(group, Object.fromEntries([...inGroup, [field, part]]));
  }
  return Object.fromEntries(result);
}
