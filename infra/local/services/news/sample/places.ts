/** A city of the sample corpus; its name is the same in all languages that are written in Latin letters. */
export interface City {
  name: string;
  japanese: string;
}

export const CITIES: readonly City[] = [
  { name: 'Chicago', japanese: 'シカゴ' },
  { name: 'Austin', japanese: 'オースティン' },
  { name: 'Denver', japanese: 'デンバー' },
  { name: 'Boston', japanese: 'ボストン' },
  { name: 'Seattle', japanese: 'シアトル' },
  { name: 'Toronto', japanese: 'トロント' },
  { name: 'Dublin', japanese: 'ダブリン' },
  { name: 'Melbourne', japanese: 'メルボルン' },
  { name: 'Rotterdam', japanese: 'ロッテルダム' },
  { name: 'Oslo', japanese: 'オスロ' },
  { name: 'Paris', japanese: 'パリ' },
  { name: 'Lyon', japanese: 'リヨン' },
  { name: 'Toulouse', japanese: 'トゥールーズ' },
  { name: 'Hamburg', japanese: 'ハンブルク' },
  { name: 'Leipzig', japanese: 'ライプチヒ' },
  { name: 'Berlin', japanese: 'ベルリン' },
  { name: 'Madrid', japanese: 'マドリード' },
  { name: 'Valencia', japanese: 'バレンシア' },
  { name: 'Bilbao', japanese: 'ビルバオ' },
  { name: 'Osaka', japanese: '大阪' },
  { name: 'Nagoya', japanese: '名古屋' },
  { name: 'Yokohama', japanese: '横浜' },
];
