import { layoffRelation } from '../stored-event.ts';
import { countOf, percentIn } from '../../kit/amounts.ts';
import { companyByForm } from '../../kit/names/company-name.ts';
import { placesIn } from '../places.ts';
import { dayOf, type DiscoveryRule, firstIn, known, reasonIn, summaryFrom } from './report.ts';

const PEOPLE =
  'workers?|employees?|jobs?|people|staff|staffers|positions?|roles?|posts|staff members|engineers|layoffs';
const CUT = String.raw`(?:lay(?:s|ing)?[\s-]?offs?|laid[\s-]off|(?:job|staff|workforce) (?:cuts?|reductions?)|retrench(?:ment|ments|es|ed)|redundanc(?:y|ies)|jobs (?:are |were )?(?:at risk|lost|to go))`;
const CUTTING = String.raw`(?:cut(?:s|ting)?|slash(?:es|ed|ing)?|shed(?:s|ding)?|ax(?:es?|ed|ing)|eliminat(?:es?|ed|ing)|reduc(?:es?|ed|ing)|dismiss(?:es|ed|ing)?|trim(?:s|med|ming)?|sack(?:s|ed|ing)?|fir(?:es?|ed|ing)|retrench(?:es|ed|ing)?|let(?:s|ting)? go(?: of)?|lays? off|laid off|laying off)`;
const TELLING = new RegExp(
  String.raw`\b(?:${CUT}|${CUTTING}\b[^.]{0,60}\b(?:${PEOPLE}|workforce|headcount))\b`,
  'i',
);
const WHO_CUTS = new RegExp(
  String.raw`^(?<before>.+?)\s(?:lay(?:s|ing)? off|laid off|(?:announc(?:es?|ed|ing)|confirm(?:s|ed)?|begin(?:s|ning)?|beg[au]n|start(?:s|ed|ing)?|plan(?:s|ned|ning)?|sees|reports?|propos(?:es?|ed|ing))\s[^.]{0,40}?\b${CUT}|${CUTTING}\s(?:[^.]{0,60}?\b(?:${PEOPLE}|workforce|headcount|staff)\b)|clos(?:es|ed|ing)\s[^.]{0,60}?\bjobs\b)`,
  'i',
);
/** The company is between the verb and its jobs: `wants to slash Acme jobs`. */
const CUT_OF = new RegExp(
  String.raw`\b${CUTTING}\s(?:\d\S*\s)?(?<after>\p{Lu}\S*(?:\s\p{Lu}\S*)?\s(?:jobs|workers|employees|staff))\b`,
  'u',
);
const CUTS_AT = new RegExp(
  String.raw`\b(?:${CUT}|(?:workers|employees|jobs|positions)(?: (?:cut|lost|to go))?)\s(?:at|from|by)\s(?<after>.+)`,
  'i',
);

/** A title that says it without a figure. */
const SAID_IN_TITLE = new RegExp(
  String.raw`\b(?:lay(?:s|ing)?[\s-]offs?|laid[\s-]off|layoffs?|(?:job|staff) cuts?|retrench\w*)\b|\b${CUTTING}\s(?:\S+\s){0,2}?(?:jobs|staff|workforce)\b`,
  'i',
);
/** No layoff: it is denied, only feared, or over. */
const NOT_SO =
  /\b(?:no (?:plans?|layoffs?|job cuts)|not (?:lay|cut|fir|plan)|den(?:y|ies|ied)|rul(?:es|ed) out|avoid\w*|without (?:layoffs|job)|rehir\w*|claims?|rumou?rs?|sues?|sued|lawsuit|survey|workers laid off by|former employees?)\b/i;

/** An earlier round of layoffs, whose figures are not those of this one. */
const BEFORE =
  /\b(?:earlier|previously|months? ago|weeks? ago|last (?:year|month|december|november|january)|had (?:already |earlier )?(?:laid off|fired|sacked|let go)|that fired|who (?:was|were) (?:laid off|fired)|in (?:january|february|march|april|may|june|july|august|september|october|november|december)(?: last year)?,? (?:the|it|\p{Lu}\S*) (?:had|laid|fired|sacked|cut))\b/iu;

/** A site is given up with the jobs. */
const CLOSING =
  /\b(?:clos(?:e|es|ing|ure)|shut(?:s|ting)?(?: down)?)\b.{0,60}\b(?:offices?|plants?|stores?|sites?|factor(?:y|ies)|warehouses?|headquarters)\b/i;

/** Layoffs at a named company, with a figure or in so many words in the title. */
export const layoffRule: DiscoveryRule = {
  type: 'layoff',
  trigger:
    /\b(?:lay(?:s|ing)?[\s-]?offs?|laid[\s-]off|redundanc|retrench|(?:sack|fire|let)\w*\b.{0,40}\b(?:employees|workers|staff|people)|(?:job|staff|workforce) (?:cut|reduction)|(?:cut|slash|shed|ax|eliminat|reduc|trim)\w*\b.{0,60}\b(?:jobs?|workers|employees|workforce|staff|positions|roles|headcount)|jobs (?:at risk|lost|to go))/i,
  read(report) {
    if (NOT_SO.test(report.title)) return undefined;
    const company = firstIn(report.sentences, companyIn);
    const group = report.sentences.filter((sentence) => TELLING.test(sentence) && !NOT_SO.test(sentence));
    const now = group.filter((sentence) => !BEFORE.test(sentence));
    const count = firstIn(now, (sentence) => countOf(PEOPLE, sentence))?.value;
    const percent = firstIn(now, percentIn)?.value;
    const isFigured = count !== undefined || percent !== undefined;
    if (!company || !(isFigured || isSaidOf(company.value, report.title))) return undefined;
    return {
      company: company.value,
      figure: count?.exact ?? count?.most ?? count?.least,
      share: percent,
      eventAt: dayOf(report, group),
      describe() {
        const text = group.join(' ');
        const places = placesIn(text, company.value);
        return known({
          summary: summaryFrom(report, TELLING),
          how_much_related: layoffRelation({
            company: company.value,
            places,
            people: count?.exact ?? percent,
          }),
          location: places,
          layoff_reason: firstIn(group, reasonIn)?.value,
          number_of_people_laid_off: count?.exact,
          min_number_of_people_laid_off: count?.least,
          max_number_of_people_laid_off: count?.most,
          percentage_of_people_laid_off: percent,
          is_relevant_for_real_estate: CLOSING.test(text),
        });
      },
    };
  },
};

function companyIn(sentence: string): string | undefined {
  if (NOT_SO.test(sentence)) return undefined;
  return companyByForm(sentence, [WHO_CUTS, CUT_OF, CUTS_AT]);
}

function isSaidOf(company: string, title: string): boolean {
  return title.includes(company) && SAID_IN_TITLE.test(title);
}
