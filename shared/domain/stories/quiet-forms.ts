import type { Finding } from '../findings/finding.ts';

/** What an article is that reports nothing new by its form. It belongs to its story, leads no alert and is counted. */
export const QUIET_FORMS = ['opinion', 'review', 'list', 'live', 'price', 'question'] as const;
export type QuietForm = (typeof QUIET_FORMS)[number];

/** A word that says it in front of a separator: "Opinion: …", "Kommentar | …". */
const LABELS: readonly (readonly [QuietForm, RegExp])[] = [
  [
    'opinion',
    label(
      'opinion|comment|commentary|editorial|analysis|column|letters?|kommentar|meinung|analyse|leitartikel|opinión|tribuna|análisis|chronique|tribune|édito|éditorial|avis|opinione|commento|editoriale|opinião|análise|komentarz|opinia|opinie|commentaar',
    ),
  ],
  [
    'live',
    label(
      String.raw`(?:\S+ ){0,4}(?:(?<!\b(?:go|goes|going|went) )live(?:[ -]?(?:blog|ticker|updates?))?|en direct|en vivo|ao vivo|in diretta)`,
    ),
  ],
];

/** Words that say it anywhere in a title. */
const WORDS: readonly (readonly [QuietForm, RegExp])[] = [
  [
    'review',
    word(
      'reviews?|reviewed|our verdict|hands[- ]on|im test|getestet|on a testé|a prueba|recensione|resenha|recenzja',
    ),
  ],
  [
    'list',
    word(
      String.raw`things (?:you need )?to know|the \w+ best|best deals|full list|die (?:\w+ )?besten|les dix|lista completa|la liste complète`,
    ),
  ],
  ['price', word('price target|kursziel|objectif de cours|precio objetivo|target price|koersdoel')],
];

function label(words: string): RegExp {
  return new RegExp(String.raw`^(?:${words})\s*(?:[:|]|\s[-–—])\s?\S`, 'iu');
}

function word(words: string): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, 'iu');
}

const QUESTION = /[?？؟]["'”’»]?(?:\s|$)/u;

/** The form of an article, from the marks of its service and from its title; undefined for a report. */
export function quietFormOf({ title, marks = [] }: Pick<Finding, 'title' | 'marks'>): QuietForm | undefined {
  if (marks.includes('opinion')) return 'opinion';
  const form = [...LABELS, ...WORDS].find(([, expression]) => expression.test(title))?.[0];
  return form ?? (QUESTION.test(title) ? 'question' : undefined);
}
