import { layoffRelation } from '../layoff-relation.ts';
import { countOf, percentIn } from './amounts.ts';
import { companyByForm } from './company-name.ts';
import { placesIn } from './place-names.ts';
import { summaryFrom } from './report.ts';
import { dayOf, type DiscoveryRule, firstIn, known, reasonIn } from './rule.ts';

const PEOPLE =
  'workers?|employees?|jobs?|people|staff|staffers|positions?|roles?|posts|staff members|engineers|layoffs';
const CUT = String.raw`(?:lay(?:s|ing)?[\s-]?offs?|laid[\s-]off|(?:job|staff|workforce) (?:cuts?|reductions?)|redundanc(?:y|ies)|jobs (?:are |were )?(?:at risk|lost|to go))`;
const CUTTING = String.raw`(?:cut(?:s|ting)?|slash(?:es|ed|ing)?|shed(?:s|ding)?|ax(?:es?|ed|ing)|eliminat(?:es?|ed|ing)|reduc(?:es?|ed|ing)|dismiss(?:es|ed|ing)?|trim(?:s|med|ming)?|lays? off|laid off|laying off)`;
const TELLING = new RegExp(
  String.raw`\b(?:${CUT}|${CUTTING}\b[^.]{0,60}\b(?:${PEOPLE}|workforce|headcount))\b`,
  'i',
);
const WHO_CUTS = new RegExp(
  String.raw`^(?<before>.+?)\s(?:lay(?:s|ing)? off|laid off|announc(?:es|ed|ing)\s[^.]{0,40}?\b${CUT}|${CUTTING}\s(?:[^.]{0,60}?\b(?:${PEOPLE}|workforce|headcount|staff)\b)|clos(?:es|ed|ing)\s[^.]{0,60}?\bjobs\b)`,
  'i',
);
const CUTS_AT = new RegExp(
  String.raw`\b(?:${CUT}|(?:workers|employees|jobs|positions)(?: (?:cut|lost|to go))?)\s(?:at|from|by)\s(?<after>.+)`,
  'i',
);

/** A site is given up with the jobs. */
const CLOSING =
  /\b(?:clos(?:e|es|ing|ure)|shut(?:s|ting)?(?: down)?)\b.{0,60}\b(?:offices?|plants?|stores?|sites?|factor(?:y|ies)|warehouses?|headquarters)\b/i;

/** Layoffs at a named company, with a figure. */
export const layoffRule: DiscoveryRule = {
  type: 'layoff',
  trigger:
    /\b(?:lay(?:s|ing)?[\s-]?offs?|laid[\s-]off|redundanc|(?:job|staff|workforce) (?:cut|reduction)|(?:cut|slash|shed|ax|eliminat|reduc|trim)\w*\b.{0,60}\b(?:jobs|workers|employees|workforce|staff|positions|roles|headcount)|jobs (?:at risk|lost|to go))/i,
  read(report) {
    const company = firstIn(report.sentences, companyIn);
    const group = report.sentences.filter((sentence) => TELLING.test(sentence));
    const count = firstIn(group, (sentence) => countOf(PEOPLE, sentence))?.value;
    const percent = firstIn(group, percentIn)?.value;
    if (!company || (count === undefined && percent === undefined)) return undefined;
    return {
      company: company.value,
      figure: count?.exact ?? percent,
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
  return companyByForm(sentence, [WHO_CUTS, CUTS_AT]);
}
