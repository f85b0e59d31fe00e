import { terminalJson } from '../terminal/terminal-text.ts';
import type { Publication } from '../../../shared/domain/findings/finding.ts';
import { pick } from '../../../shared/domain/lib/fields.ts';
import type { Explanation } from '../../../shared/domain/pages/explanation.ts';
import { MINUTE } from '../../../shared/domain/time/instant.ts';
import { parseReceiptId } from '../../../shared/domain/pages/signed-link.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { kindFactsOf } from '../../../shared/domain/watches/watch-kinds.ts';
import { explainAlert } from '../../../shared/use-cases/explain/explain-alert.ts';
import { explainArticle } from '../../../shared/use-cases/explain/explain-article.ts';
import type { StoredAlert } from '../../../shared/use-cases/ports/alerts.ts';
import { command, OPTIONS, STACK_OPTIONS } from '../command.ts';
import { explanationDocument, printExplanation, type Explained } from '../explain/print-explanation.ts';
import { CliFailure } from '../failure.ts';
import { needStack, needWatch } from '../need-stack.ts';
import { FOUND_BACK, findStored } from '../stack/find-stored.ts';
import type { Stack } from '../stack/stack.ts';

/** Explains why an article caused an alert, or why not. */
export const explain = command({
  usage: 'explain URL|ALERT [options]',
  about: `Explains what happened to an article (give its address) or an alert (give its id or the link to its receipt): whether
the news service has it and since when, which window covered it, and which step sent, dropped or delayed it. If the service
no longer has an article, the stored findings are searched. Makes a few calls to the news service. Changes nothing.`,
  options: {
    watch: { type: 'string', value: 'WATCH', about: 'explain for this watch only' },
    ...STACK_OPTIONS,
    json: OPTIONS.json,
  },
  async run({ values, positionals }, world) {
    const [what, ...others] = positionals;
    if (what === undefined || others.length > 0) {
      throw new CliFailure('explain takes exactly one address or alert.', {
        hint: 'run bellwether explain https://news.example.com/article, or give the id of an alert',
      });
    }
    const stack = await needStack(world, values);
    const alert = await findAlert(what, stack);
    const explained = alert
      ? { ...subjectOf(alert), explanations: [await explainAlert(alert, stack)] }
      : await explainAddress(what, { stack, only: values.watch });
    world.stdout.write(
      values.json
        ? `${terminalJson(JSON.stringify(explanationDocument(explained), null, 2))}\n`
        : printExplanation(explained, stack.now()),
    );
    return 0;
  },
});

const PUBLISHED = { publishedAt: true, publishedPrecision: true } as const satisfies Record<
  keyof Publication,
  true
>;

/** The item of an alert, with the time at which the service had it; only the subject when it has several. */
function subjectOf({ alert: { id, items, watchKind } }: StoredAlert): Omit<Explained, 'explanations'> {
  const [item, ...others] = items;
  if (!item || others.length > 0) return { subject: item?.title ?? id };
  const { title, link = '', indexedAt } = item;
  const service = watchKind === 'events' || watchKind === 'extraction' ? watchKind : 'news';
  return { subject: title, article: { title, link, indexedAt, ...pick(item, PUBLISHED) }, service };
}

/** An alert by its id, or by the link to its receipt. */
async function findAlert(what: string, stack: Stack): Promise<StoredAlert | undefined> {
  const [, signed] = /\/r\/(\w{26})(?:[/?#].*)?$/.exec(what) ?? [];
  if (signed !== undefined) {
    const { minute, start } = parseReceiptId(signed.slice(0, 10));
    const made = await stack.alerts.madeIn(minute);
    const found = made.find(({ alert }) => alert.id.startsWith(start));
    if (found) return found;
    throw new CliFailure('Alert not found. Its retention may have ended.', {
      hint: `it was created at ${new Date(minute - (minute % MINUTE)).toISOString().slice(0, 16)}`,
    });
  }
  if (!/^\w{20}$/.test(what)) return undefined;
  const found = await stack.alerts.get(what);
  if (found) return found;
  throw new CliFailure(`Alert ${what} not found in ${stack.name}.`, {
    hint: 'copy the id from the JSON of a message, or use the link to its receipt',
  });
}

async function explainAddress(
  address: string,
  { stack, only }: { stack: Stack; only: string | undefined },
): Promise<Explained> {
  if (!/^https?:\/\/\S+$/.test(address) || !URL.canParse(address)) {
    throw new CliFailure(`Invalid address or alert id ${JSON.stringify(address)}.`, {
      hint: 'write the complete address of the article, starting with https://',
    });
  }
  const all = await stack.definitions.watches();
  const watches = only === undefined ? all : [needWatch(only, { watches: all, stack })];
  const searched = watches.filter(findsArticles);
  const { article, lookedBack } = await stack.findArticle(address);
  if (!article) return explainStored(address, { stack, searched, lookedBack });
  const now = stack.now();
  const explanations = await Promise.all(
    searched.map((watch) => explainArticle({ watch, ...article.asFoundBy(watch), now }, stack)),
  );
  return { subject: article.title, article, explanations };
}

/** Explains an article that the service does not return; it may have been stored while the service still had it. */
async function explainStored(
  address: string,
  {
    stack,
    searched,
    lookedBack,
  }: { stack: Stack; searched: readonly Watch[]; lookedBack: number | undefined },
): Promise<Explained> {
  const now = stack.now();
  const stored = await findStored(address, { findings: stack.findings, watches: searched, now });
  const [first] = stored;
  if (!first) return { subject: address, explanations: [notIndexed(lookedBack)] };
  const explanations = await Promise.all(
    stored.map(({ watch, finding }) => explainArticle({ watch, finding, matches: true, now }, stack)),
  );
  const { title, link = address, indexedAt } = first.finding;
  return {
    subject: title,
    article: { title, link, indexedAt, ...pick(first.finding, PUBLISHED) },
    ...(lookedBack === undefined ? { service: 'feeds' } : { noLongerShown: { lookedBack } }),
    explanations,
  };
}

function notIndexed(lookedBack: number | undefined): Explanation {
  if (lookedBack === undefined)
    return {
      standing: 'not-indexed',
      text: `No watch stored this article in the last ${FOUND_BACK} days, and the stack uses no news service that could be searched for it. Check the address, and run bellwether status to see whether the feeds can be read.`,
    };
  return {
    standing: 'not-indexed',
    text: `The news service does not have this article: the address may differ, or the article is older than ${lookedBack} days, the limit of this search. No watch stored it in the last ${FOUND_BACK} days. The service needs minutes to hours to index a new article, and it does not read every source. Check the address.`,
  };
}

/** False for watches of events, jobs and counts. */
function findsArticles({ kind }: Watch): boolean {
  const { finds, window } = kindFactsOf(kind);
  return finds === 'articles' && window?.holds !== 'counts';
}
