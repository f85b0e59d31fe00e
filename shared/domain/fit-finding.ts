import { FINDING_BYTES, type Finding, type FindingArticle } from './finding.ts';

const MOST = {
  title: 500,
  articles: 50,
  articleTitle: 200,
  authors: 10,
  author: 100,
  matched: 20,
  word: 60,
  link: 1_000,
  name: 200,
};
/** So many articles are kept before the text is shortened. */
const LEAST_ARTICLES = 5;
const encoder = new TextEncoder();

/** Cuts a finding to what the store takes: each part to its measure, then the snippet until the whole fits. */
export function fitFinding(finding: Finding): Finding {
  const { outlet } = finding;
  let fitted: Finding = {
    ...finding,
    title: finding.title.slice(0, MOST.title).toWellFormed(),
    authors: finding.authors
      .slice(0, MOST.authors)
      .map((author) => author.slice(0, MOST.author).toWellFormed()),
    matched: finding.matched.slice(0, MOST.matched).map((word) => word.slice(0, MOST.word).toWellFormed()),
    ...(finding.link !== undefined && finding.link.length > MOST.link && { link: undefined }),
    ...(outlet && {
      outlet: { ...outlet, ...(outlet.name !== undefined && { name: outlet.name.slice(0, MOST.name) }) },
    }),
    ...(finding.articles && { articles: finding.articles.slice(0, MOST.articles).map(fitArticle) }),
  };
  while (bytesOf(fitted) > FINDING_BYTES && (fitted.snippet.length > 0 || fitted.articles?.length)) {
    fitted = { ...fitted, ...shorter(fitted) };
  }
  return fitted;
}

/** Articles give way before the text does: what is left of them still says how many there are. */
function shorter({ articles = [], snippet }: Finding): Partial<Finding> {
  if (articles.length > LEAST_ARTICLES || snippet.length === 0) {
    return { articles: articles.slice(0, Math.floor(articles.length * 0.8)) };
  }
  return { snippet: snippet.slice(0, Math.floor(snippet.length * 0.8)).toWellFormed() };
}

function fitArticle({ title, link, publishedAt }: FindingArticle): FindingArticle {
  return {
    title: title.slice(0, MOST.articleTitle).toWellFormed(),
    ...(link !== undefined && link.length <= MOST.link && { link }),
    ...(publishedAt !== undefined && { publishedAt }),
  };
}

function bytesOf(finding: Finding): number {
  return encoder.encode(JSON.stringify(finding)).length;
}
