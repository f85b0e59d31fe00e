/**
 * Words that stand for bad or good news of a company, in English, French, German, Spanish, Italian and Portuguese, in lower
 * case. `lawsuit*` is any word that begins so. Words that are as often names or plain words (fire, charge, trial) are left out.
 */
export const TONE_WORDS = {
  bad: wordsOf([
    'accus* allegation* alleged* arrest* bankrupt* boycott* breach* bribe* bribing complaint* controvers* convicted corrupt*',
    'court courts crime crimes criminal* crisis crises criticis* criticiz* cyberattack* death deaths defect* delist* died',
    'disaster* downgrad* explosion* extort* failure* fatal* fined fines fraud* guilty hack hacked hacker* hacking hacks',
    'harass* illegal* indict* injured injur* insolven* investigat* killed laundering lawsuit* layoff* leak leaked leaks',
    'litigat* losses malware misconduct outage* outrage* penalt* phishing plaintiff* plunge* pollut* probe probes prosecut*',
    'protest* ransom* recall* redundanc* resign* sacked sanctions scam scams scandal* shutdown* slump* stolen strike strikes',
    'subpoena* sue sued sues suing theft* threat* toxic unsafe victim* violat* vulnerab* walkout* wrongdoing betrug*',
    'datenleck* entlass* insolvenz* klage* klagt razzia* rückruf* skandal* strafe* streik* unfall* vorwurf* vorwürf* amende*',
    'condamn* escroquerie* fraude* fuite* grève* licenciement* plainte* procès scandale* accidente* demanda* despid*',
    'escándalo* estafa* huelga* multa* condann* frode* licenzia* sciopero* truffa* demiss* escândalo* greve*',
  ]),
  good: wordsOf([
    'accolade* acclaim* award* breakthrough* celebrat* honoured honored milestone* praise* prize* success* triumph* upgraded',
    'winner* auszeichnung* erfolg* preisträger* lauréat* récompense* succès galardón* premio* éxito* prêmio* sucesso*',
    'successo*',
  ]),
};

function wordsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' '));
}
