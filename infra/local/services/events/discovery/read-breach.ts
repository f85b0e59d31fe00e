import { companyAfter, companyByForm } from '../../kit/names/company-name.ts';
import { countOf } from '../../kit/amounts.ts';
import { dayOf, type DiscoveryRule, firstIn, known, summaryFrom } from './report.ts';

const INCIDENT = String.raw`(?:data|security|privacy|cyber(?:\s?security)?)\s(?:breach|leak|incident|theft)|cyber-?\s?attack|ransomware(?:\sattack)?|hack(?:ing)?|breach(?! of)`;
const TELLING = new RegExp(String.raw`\b(?:${INCIDENT}|hack(?:ed|ers)|stolen|exposed|leaked)\b`, 'i');

/** Where the company is named: after the incident, before it, or as what was attacked. */
const BEHIND = new RegExp(
  String.raw`\b(?:${INCIDENT})\s(?:at|of|on|against|hits|hit|affecting|involving)\s(?<after>.+)`,
  'i',
);
const ATTACKED =
  /\b(?:hackers?|attackers?|cybercriminals|thieves|intruders)\s(?:\w+\s)?(?:steals?|stole|leak(?:s|ed)?|breach(?:es|ed)?|breaks? into|broke into|hits?|attack(?:s|ed)?|access(?:es|ed)?|compromised?|infiltrated?)\s(?<after>.+)/i;
const IN_FRONT = new RegExp(
  String.raw`^(?<before>.+?)\s(?:suffer(?:s|ed)|hit by|discloses?d?|confirm(?:s|ed)|report(?:s|ed)|reveal(?:s|ed)|admit(?:s|ted)|announce(?:s|d)|says?|said|warn(?:s|ed)|investigat(?:es|ing|ed)|notif(?:ies|ied)|acknowledge(?:s|d)|experience(?:s|d))\b.{0,80}?\b(?:${INCIDENT}|hacked|stolen|exposed|hackers|attackers|intruders)\b`,
  'i',
);
const OWN = new RegExp(
  String.raw`^(?<before>.+?)\s(?:(?:${INCIDENT})\s(?:exposes?d?|affect(?:s|ed)|leak(?:s|ed)|compromise(?:s|d)|impact(?:s|ed)|puts?)|(?:(?:was|were|is|been|gets?|got)\s)?(?:hacked|breached)\b(?!\s\p{L}+\s(?:show|prove|reveal)))`,
  'iu',
);

/** `data of 5 million Acme users leaked`: whose users' data it is. */
const OF_USERS =
  /(?:^|\s)(?<before>\p{Lu}\S*(?:\s\p{Lu}\S*){0,3})\s(?:users?|customers?|accounts?|members?|players?|passengers?|patients?|subscribers?)['’]?s?\s(?:\S+\s){0,4}?(?:exposed|stolen|leaked|hacked|compromised|for sale|sold online)\b/u;

/** `stolen Acme data`: whose data it is. */
const STOLEN_OF =
  /\b(?:[Ss]tolen|[Ll]eaked|[Ee]xposed|[Hh]acked)\s(?<after>\p{Lu}\S*(?:\s\p{Lu}\S*){0,2}\s(?:data|source|code|certificates|records|accounts|customer|user|files))\b/u;

/** An incident that is one without further evidence. */
const NAMED =
  /\b(?:data|security|privacy|cyber)[\s-]?(?:breach|leak|theft|attack|incident)|ransomware|\b(?:stolen|leaked|hacked)\b.{0,30}\b(?:data|source code)\b|\bhackers\b.{0,40}\b(?:leak|stole|steal|breach|access)/i;
/** Without such a word a breach or a leak is of a contract, a rule, a border, or of photos. */
const DIGITAL =
  /\b(?:(?:data|security|privacy) (?:breach|leak|incident)|data|records?|databases?|users?|customers?|accounts?|patients?|passwords?|e-?mails?|servers?|networks?|hack\w*|cyber\S*|ransomware|malware|personal information|personal details|bitcoins?|crypto\w*)\b/i;
/** No breach: it is denied, only possible, or of a rule. */
const NOT_SO =
  /\b(?:den(?:y|ies|ied|ying)|refut\w+|no evidence|not (?:been )?(?:hacked|breached|leaked)|(?:could|can|may|might) (?:be|have been|get|let)|at risk of|vulnerab\w+|bugs?|flaws?|code of conduct|breach of (?:contract|trust|rules|privilege|peace|protocol|promise)|penetration test|simulat\w+|hackathons?|prevent\w*|protect\w*|insurance|fined|settle\w*|lawsuit|sues?|sued)\b/i;

/** Kinds of data by the words that name them; the order is that of the answer. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['Names', /\bnames?\b/i],
  ['Email addresses', /\be-?mail(?:s| address(?:es)?)?\b/i],
  ['Passwords', /\bpasswords?\b/i],
  ['Phone numbers', /\b(?:tele)?phone numbers?\b/i],
  ['Physical addresses', /\b(?:home|postal|street|physical|mailing) addresses\b/i],
  ['Dates of birth', /\b(?:dates? of birth|birth ?dates?|birthdays?)\b/i],
  ['Social security numbers', /\bsocial security\b/i],
  ['Payment cards', /\b(?:credit|debit|payment)[\s-](?:and debit )?cards?\b/i],
  ['Bank accounts', /\bbank (?:accounts?|details|information)\b/i],
  ['Medical records', /\b(?:medical|health|patient) (?:records?|information|data)\b/i],
  ['Passport numbers', /\bpassports?(?: numbers?)?\b/i],
  ['Usernames', /\busernames?\b/i],
  ['Account balances', /\b(?:account )?balances?\b/i],
  ['Source code', /\bsource code\b/i],
  ['Personal information', /\bpersonal (?:data|information|details)\b/i],
];

/**
 * What is spared, or how they came in: `payment cards were not affected`, `no passwords were taken`,
 * `used the password of a supplier`.
 */
const NOT_TAKEN =
  /\b(?:us(?:ed|ing)|guess(?:ed|ing)|with) (?:an? |the |stolen |old |weak )*(?:\S+ )?(?:passwords?|usernames?)\b|\b(?:not (?:been )?(?:affected|stolen|exposed|leaked|taken|accessed|compromised|involved|included|at risk)|unaffected|no (?:\S+ ){0,6}(?:(?:was|were|have been|had been) )?(?:affected|stolen|exposed|leaked|taken|accessed|compromised))\b|(?:\bnot|n't) (?:affect|expose|include|involve|contain)\b/i;
const CLAUSES = /[;–]|,? (?:but|while|though|although|however)\b/i;

const CONCERNED =
  'customers?|users?|accounts?|patients?|people|records?|employees?|members?|cards?|subscribers?|individuals|passengers|students|consumers|guests|clients|residents|e-?mails|passwords';

/** Breaches, hacks and leaks that concern a named company. */
export const breachRule: DiscoveryRule = {
  type: 'data_breach',
  trigger:
    /\b(?:breach|hack(?:ed|ers?|s)?\b|ransomware|cyber-?\s?attack|data (?:leak|theft)|exposed|leaked|stolen)/i,
  read(report) {
    if (NOT_SO.test(report.title)) return undefined;
    const company = firstIn(report.sentences, companyIn);
    const group = report.sentences.filter((sentence) => TELLING.test(sentence));
    const all = report.sentences.join(' ');
    const taken = all
      .split(/(?<=[.!?])\s/)
      .flatMap((sentence) => sentence.split(CLAUSES))
      .filter((clause) => !NOT_TAKEN.test(clause))
      .join(' ');
    const kinds = KINDS.filter(([, form]) => form.test(taken)).map(([kind]) => kind);
    const impacted = firstIn(report.sentences, impactedIn)?.value;
    if (!company || group.length === 0 || !DIGITAL.test(`${report.title} ${company.sentence}`))
      return undefined;
    if (kinds.length === 0 && impacted === undefined && !NAMED.test(company.sentence)) return undefined;
    return {
      company: company.value,
      figure: impacted?.figure,
      eventAt: dayOf(report, group),
      describe: () =>
        known({
          title: report.title,
          summary: summaryFrom(report, TELLING),
          data: kinds.length > 0 ? kinds.join(', ') : undefined,
          data_type: kinds[0],
          impacted: impacted === undefined ? [] : [`${impacted.figure} ${impacted.noun}`],
        }),
    };
  },
};

function companyIn(sentence: string): string | undefined {
  if (NOT_SO.test(sentence)) return undefined;
  const behind = BEHIND.exec(sentence)?.groups?.['after'] ?? ATTACKED.exec(sentence)?.groups?.['after'];
  const company = behind === undefined ? undefined : (companyAfter(behind) ?? companyAfter(ownerOf(behind)));
  return company ?? companyByForm(sentence, [STOLEN_OF, IN_FRONT, OWN, OF_USERS]);
}

/** What follows `from`, `at` or `belonging to`: `data of patients from Globex` gives `Globex`. */
function ownerOf(text: string): string {
  return (
    /\b(?:from|at|belonging to|of)\s(?=\p{Lu}|\p{Ll}+er\s\p{Lu})(?<owner>.+)/u.exec(text)?.groups?.[
      'owner'
    ] ?? ''
  );
}

/** `40 million customers`: the figure and the noun, in the plural. */
function impactedIn(sentence: string): { figure: number; noun: string } | undefined {
  const count = countOf(CONCERNED, sentence);
  const figure = count?.exact ?? count?.most ?? count?.least;
  if (figure === undefined || figure < 2) return undefined;
  const noun = new RegExp(String.raw`\d[\d,.]*(?:\s?\w+){0,4}?\s(${CONCERNED})\b`, 'i').exec(sentence)?.[1];
  const word = (noun ?? 'people').toLowerCase();
  return { figure, noun: /s$|^people$/.test(word) ? word : `${word}s` };
}
