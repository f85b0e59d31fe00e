import type { SampleLanguage } from './languages.ts';

/** What the companies of the sample corpus make, sell and fight about, in the plural. */
export const THINGS: readonly Readonly<Record<SampleLanguage, string>>[] = [
  thing('hearing aids | appareils auditifs | Hörgeräte | audífonos | 補聴器'),
  thing('kettles | bouilloires | Wasserkocher | hervidores | 電気ケトル'),
  thing('payment terminals | terminaux de paiement | Bezahlterminals | terminales de pago | 決済端末'),
  thing('school tablets | tablettes scolaires | Schultablets | tabletas escolares | 学校用タブレット'),
  thing('heat pumps | pompes à chaleur | Wärmepumpen | bombas de calor | ヒートポンプ'),
  thing('electric bikes | vélos électriques | Elektrofahrräder | bicicletas eléctricas | 電動自転車'),
  thing(
    'satellite antennas | antennes paraboliques | Satellitenantennen | antenas parabólicas | 衛星アンテナ',
  ),
  thing('baby monitors | babyphones | Babyfone | vigilabebés | ベビーモニター'),
  thing('robot vacuums | robots aspirateurs | Saugroboter | robots aspiradores | ロボット掃除機'),
  thing('smoke detectors | détecteurs de fumée | Rauchmelder | detectores de humo | 火災警報器'),
  thing('coffee machines | machines à café | Kaffeemaschinen | cafeteras | コーヒーメーカー'),
  thing('wind turbines | éoliennes | Windräder | aerogeneradores | 風力発電機'),
  thing('insulin pumps | pompes à insuline | Insulinpumpen | bombas de insulina | インスリンポンプ'),
  thing('cargo drones | drones de transport | Lastendrohnen | drones de carga | 輸送ドローン'),
  thing('fitness watches | montres de sport | Sportuhren | relojes deportivos | スポーツウオッチ'),
  thing('power banks | batteries externes | Powerbanks | baterías portátiles | モバイルバッテリー'),
  thing('dishwashers | lave-vaisselle | Geschirrspüler | lavavajillas | 食洗機'),
  thing('lawn mowers | tondeuses | Rasenmäher | cortacéspedes | 芝刈り機'),
  thing('video doorbells | sonnettes vidéo | Videotürklingeln | videoporteros | ビデオドアホン'),
  thing('solar panels | panneaux solaires | Solarmodule | paneles solares | 太陽光パネル'),
  thing('delivery vans | camionnettes | Lieferwagen | furgonetas | 配送車'),
  thing('air purifiers | purificateurs | Luftreiniger | purificadores de aire | 空気清浄機'),
  thing('office chairs | chaises de bureau | Bürostühle | sillas de oficina | オフィスチェア'),
  thing('headphones | casques audio | Kopfhörer | auriculares | ヘッドホン'),
  thing('memory chips | puces mémoire | Speicherchips | chips de memoria | メモリー半導体'),
  thing('freezers | congélateurs | Gefriertruhen | congeladores | 冷凍庫'),
  thing('charging stations | bornes de recharge | Ladesäulen | puntos de recarga | 充電スタンド'),
  thing('navigation devices | appareils de navigation | Navigationsgeräte | navegadores | カーナビ'),
  thing('scanners | scanners | Scanner | escáneres | スキャナー'),
  thing('smart locks | serrures connectées | Türschlösser | cerraduras inteligentes | スマートロック'),
  thing('hospital beds | lits médicaux | Krankenhausbetten | camas de hospital | 病院用ベッド'),
  thing('projectors | projecteurs | Beamer | proyectores | プロジェクター'),
];

function thing(names: string): Record<SampleLanguage, string> {
  const [en = '', fr = '', de = '', es = '', ja = ''] = names.split(' | ');
  return { en, fr, de, es, ja };
}
