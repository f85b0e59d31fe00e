import type { NEWS_THEMES } from '../../../../../shared/domain/services/news-values.ts';

export type Theme = (typeof NEWS_THEMES)[number];

/** Beginnings of English words by which a theme is known. */
export const THEME_WORDS: Readonly<Partial<Record<Theme, readonly string[]>>> = {
  Business: words(
    'company companies compan business ceo merger acqui startup retail layoff supplier shareholder brand corporat industr factory customer revenue workforce employ union store',
  ),
  Economics: words(
    'econom inflation gdp tariff unemploy recession trade export import deficit wage consumer',
  ),
  Entertainment: words(
    'film movie actor actress singer music album celebrit hollywood concert tv series festival award box-office',
  ),
  Finance: words(
    'stock share bank investor fund market profit earning bond rate dollar euro bitcoin loan ipo dividend wall',
  ),
  Health: words(
    'health hospital doctor patient disease vaccin virus cancer drug medic epidemic surgery mental',
  ),
  Politics: words(
    'president government minister parliament senat congress election vote party policy lawmaker democrat republican governor campaign mayor',
  ),
  Science: words(
    'scien research study space nasa planet climate species physic chemi fossil laborator telescop',
  ),
  Sports: words(
    'game match team coach player league season goal championship cup olympic football basketball baseball tennis win score',
  ),
  Tech: words(
    'tech software app google apple microsoft internet online data hacker cyber smartphone computer robot ai chip device digital',
  ),
  Crime: words(
    'police arrest murder kill court charged suspect prison jail robber shooting crime guilty trial theft breach',
  ),
  'Financial Crime': words('fraud launder brib embezzl corrupt scam insider ponzi'),
  Lifestyle: words('fashion recipe food home wedding style beauty relationship parent family holiday garden'),
  Automotive: words('car cars vehicle automaker driver electric-car motor truck engine tesla toyota ford'),
  Travel: words('travel airline flight airport tourist hotel passenger vacation cruise'),
  Weather: words('weather storm rain snow hurricane flood heat forecast tornado temperature wind'),
};

function words(text: string): readonly string[] {
  return text.split(' ');
}
