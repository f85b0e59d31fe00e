import type { Finding, Outlet, Translation } from '../../../domain/findings/finding.ts';
import type { Topics } from '../../../domain/findings/topics.ts';
import { defined } from '../../../domain/lib/fields.ts';
import { snippetOf } from '../../../domain/findings/snippet.ts';
import { cleanLines } from '../../../domain/text/clean-text.ts';
import { headlineOf } from '../../../domain/text/headline.ts';
import type { Article } from '../article.ts';

/** The most names of a kind that are kept. */
const MOST = 10;
/** So much of a translated text is read. */
const READ = 20_000;

/** What the language layer says of an article: summary, translation, topics, organisations. What it lacks is absent. */
export function languageLayerOf(
  article: Article,
  { title, outlet }: { title: string; outlet: Outlet | undefined },
): Pick<Finding, 'summary' | 'translation' | 'companies' | keyof Topics> {
  const { nlp } = article;
  const summary = cleanLines(nlp?.summary ?? '');
  return {
    ...(summary !== '' && { summary }),
    ...translationOf(article, { title, outlet }),
    ...listed({
      themes: nlp?.theme ?? [],
      people: mostNamed(nlp?.ner_PER, nlp?.translation_ner_PER).slice(0, MOST),
      places: mostNamed(nlp?.ner_LOC, nlp?.translation_ner_LOC).slice(0, MOST),
      iptcTags: nlp?.iptc_tags_name ?? [],
      iptcCodes: nlp?.iptc_tags_id ?? [],
      iabTags: nlp?.iab_tags_name ?? [],
      companies: mostNamed(nlp?.ner_ORG, nlp?.translation_ner_ORG),
    }),
  };
}

/** The title and the text in English, where they say something else than the original. */
function translationOf(
  { title_translated_en: written = '', content_translated_en: content = '', nlp }: Article,
  { title, outlet }: { title: string; outlet: Outlet | undefined },
): Pick<Finding, 'translation'> {
  const english = headlineOf(written, outlet);
  const text =
    cleanLines(nlp?.translation_summary ?? '') || snippetOf(cleanLines(content.slice(0, READ)), []);
  const translation = defined<Translation>({
    title: english === '' || english === title ? undefined : english,
    text: text === '' ? undefined : text,
  });
  return translation.title === undefined && translation.text === undefined ? {} : { translation };
}

type Lists = Partial<Record<'companies' | keyof Topics, readonly string[]>>;

/** The lists that have entries, without repetitions. */
function listed(lists: Lists): Pick<Finding, keyof Lists> {
  const entries = Object.entries(lists).map(([name, list]) => {
    const names = list.map((one) => one.trim()).filter((one) => one !== '');
    return [name, [...new Set(names)]] as const;
  });
  return Object.fromEntries(entries.filter(([, names]) => names.length > 0));
}

type Named = { entity_name: string; count?: number | undefined }[];

/** The names, the most frequent first, or else those in the translation. */
function mostNamed(own: Named = [], translated: Named = []): string[] {
  const found = own.length > 0 ? own : translated;
  return found.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0)).map(({ entity_name: name }) => name);
}
