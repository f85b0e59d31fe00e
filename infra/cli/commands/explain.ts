import type { Explanation } from '../../../shared/domain/pages/explanation.ts';
import { MINUTE } from '../../../shared/domain/time/instant.ts';
import { parseReceiptId } from '../../../shared/domain/pages/signed-link.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { explainAlert } from '../../../shared/use-cases/explain/explain-alert.ts';
import { explainArticle } from '../../../shared/use-cases/explain/explain-article.ts';
import type { StoredAlert } from '../../../shared/use-cases/ports/ports.ts';
import { OPTIONS, type Command, type ExitCode } from '../command.ts';
import { explanationDocument, printExplanation, type Explained } from '../explain/print-explanation.ts';
import { CliFailure } from '../failure.ts';
import { needStack, needWatch } from '../need-stack.ts';
import { readOptions } from '../read-options.ts';
import { FOUND_BACK, findStored } from '../stack/find-stored.ts';
import type { Stack } from '../stack/stack.ts';

const options = {
  watch: { type: 'string', value: 'WATCH', about: 'look at this watch alone' },
  stage: OPTIONS.stage,
  data: OPTIONS.data,
  json: OPTIONS.json,
} as const;

/** Says why an alert was told, or why an article was not. */
export const explain: Command = {
  usage: 'explain URL|ALERT [options]',
  about: `Says what became of an article, by its address, or of an alert, by its id or the link to its receipt: whether the news
service has it and since when, which window covered it, and which step told it, dropped it or holds it. An article that
the service no longer shows is looked for among what was stored. Asks the news service a few times at most; changes nothing.`,
  options,
  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, { options, command: 'explain' });
    const [what, ...others] = positionals;
    if (what === undefined || others.length > 0) {
      throw new CliFailure('explain takes one address or alert.', {
        hint: 'bellwether explain https://news.example.com/article, or the id of an alert',
      });
    }
    const stack = await needStack(world, values);
    const alert = await findAlert(what, stack);
    const explained = alert
      ? { ...subjectOf(alert), explanations: [await explainAlert(alert, stack)] }
      : await explainAddress(what, { stack, only: values.watch });
    world.stdout.write(
      values.json
        ? `${JSON.stringify(explanationDocument(explained), null, 2)}\n`
        : printExplanation(explained, stack.now()),
    );
    return 0;
  },
};

/** What an alert tells: one item with the time at which the service had it, or no single one. */
function subjectOf({ alert: { id, items, watchKind } }: StoredAlert): Omit<Explained, 'explanations'> {
  const [item, ...others] = items;
  if (!item || others.length > 0) return { subject: item?.title ?? id };
  const { title, link = '', publishedAt, indexedAt } = item;
  const service = watchKind === 'events' || watchKind === 'extraction' ? watchKind : 'news';
  return { subject: title, article: { title, link, publishedAt, indexedAt }, service };
}

/** An alert by its id, or by the link to its receipt. */
async function findAlert(what: string, stack: Stack): Promise<StoredAlert | undefined> {
  const [, signed] = /\/r\/(\w{26})(?:[/?#].*)?$/.exec(what) ?? [];
  if (signed !== undefined) {
    const { minute, start } = parseReceiptId(signed.slice(0, 10));
    const made = await stack.alerts.madeIn(minute);
    const found = made.find(({ alert }) => alert.id.startsWith(start));
    if (found) return found;
    throw new CliFailure('There is no such alert: it may have been forgotten.', {
      hint: `it was made at ${new Date(minute - (minute % MINUTE)).toISOString().slice(0, 16)}`,
    });
  }
  if (!/^\w{20}$/.test(what)) return undefined;
  const found = await stack.alerts.get(what);
  if (found) return found;
  throw new CliFailure(`There is no alert ${what} in ${stack.name}.`, {
    hint: 'copy its id from the JSON of a message, or the link to its receipt',
  });
}

async function explainAddress(
  address: string,
  { stack, only }: { stack: Stack; only: string | undefined },
): Promise<Explained> {
  if (!/^https?:\/\/\S+$/.test(address) || !URL.canParse(address)) {
    throw new CliFailure(`${JSON.stringify(address)} is neither an address nor an alert.`, {
      hint: 'write the whole address of the article, https:// included',
    });
  }
  const all = await stack.definitions.watches();
  const watches = only === undefined ? all : [needWatch(only, { watches: all, stack })];
  const asked = watches.filter(isAsked);
  const { article, lookedBack } = await stack.findArticle(address);
  if (!article) return explainStored(address, { stack, asked, lookedBack });
  const now = stack.now();
  const explanations = await Promise.all(
    asked.map((watch) => explainArticle({ watch, ...article.asFoundBy(watch), now }, stack)),
  );
  return { subject: article.title, article, explanations };
}

/** What became of an article that the service does not give: it may have been found while the service still did. */
async function explainStored(
  address: string,
  { stack, asked, lookedBack }: { stack: Stack; asked: readonly Watch[]; lookedBack: number },
): Promise<Explained> {
  const now = stack.now();
  const stored = await findStored(address, { findings: stack.findings, watches: asked, now });
  const [first] = stored;
  if (!first) return { subject: address, explanations: [notIndexed(lookedBack)] };
  const explanations = await Promise.all(
    stored.map(({ watch, finding }) => explainArticle({ watch, finding, matches: true, now }, stack)),
  );
  const { title, link = address, publishedAt, indexedAt } = first.finding;
  return {
    subject: title,
    article: { title, link, publishedAt, indexedAt },
    noLongerShown: { lookedBack },
    explanations,
  };
}

function notIndexed(lookedBack: number): Explanation {
  return {
    standing: 'not-indexed',
    text: `The news service does not have it, or not under this address, or it is older than ${lookedBack} days, which is as far as was looked back: no watch can find it. None has stored it in the last ${FOUND_BACK} days either. It takes minutes to hours after an article appears; a source that the service does not read never comes. Check the address.`,
  };
}

/** Watches that find articles one by one; events, jobs and counts have none. */
function isAsked({ kind }: Watch): boolean {
  return kind !== 'events' && kind !== 'extraction' && kind !== 'volume';
}
