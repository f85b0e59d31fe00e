/**
 * By how much a word after a figure multiplies it, in the languages that write it beside a figure in Latin letters.
 * Lower case.
 */
export const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  lakh: 1e5,
  m: 1e6,
  mn: 1e6,
  mln: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  millones: 1e6,
  crore: 1e7,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  billions: 1e9,
  milliard: 1e9,
  milliards: 1e9,
  milliarden: 1e9,
  mrd: 1e9,
  trillion: 1e12,
};

/**
 * The most usual words of German, French, Spanish, Italian, Portuguese and Dutch, those that English has too among
 * them.
 */
export const USUAL_WORDS = [
  'der dem den des das ein eine einen einem einer eines und oder aber nicht auch nach vor von vom für über unter zwischen gegen ohne',
  'durch bei beim seit bis aus auf wird werden wurde wurden hat haben hatte sein seine seinen seiner ist sind waren kann können soll',
  'sollen wollen mehr als wie wegen im am zum zur sich noch schon nur jetzt neue neuer neuen neues jahr jahre jahren prozent uhr ihre',
  'ihrer ihren dass diese dieser dieses viele alle gibt laut',
  'le la les des du un une et ou mais ne pas plus par pour dans sur avec sans sous entre vers chez après avant pendant depuis contre est',
  'sont était ont être avoir fait faire peut son sa ses leur leurs aux ce cette ces qui que dont où au cent an ans nouveau nouvelle',
  'nouveaux nouvelles selon lors face tout tous',
  'el los las una unos unas y pero no más por para en con sin sobre hasta desde tras contra según es son fue fueron ser ha han había su',
  'sus del al que como se lo este esta estos estas ese esa año años nuevo nueva nuevos nuevas mil ya muy también',
  'il gli uno ma non più per tra fra da dal dalla della dei delle degli alla ai agli nel nella nei sul sulla sono era stato stata hanno',
  'che chi come suo sua suoi dopo prima contro anni anno nuovo nuova',
  'os um uma uns mas não mais em com sem até após segundo são foi foram ser tem têm seu sua seus suas do da dos das na nos nas ao aos ano',
  'anos novo nova novos novas',
  'de het een en of maar niet meer voor van met zonder op aan bij door over onder tussen tegen na naar uit zijn was waren wordt worden',
  'werd heeft hebben had kan zal haar hun die dat deze dit ook nog jaar nieuwe procent',
].join(' ');
