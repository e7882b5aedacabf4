/** Three tables made by rule, and questions over them with what is true of their rows. */
export type Question = {
  language: 'en' | 'fr' | 'zh';
  text: string;
  /** Cells of each row that must be there; null where the question is none over these columns. */
  expected: (string | number)[][] | null;
};

type Cell = string | number;

const products = ['Desk', 'Chair', 'Lamp', 'Shelf', 'Monitor'];
const cities = ['London', 'Leeds', 'Bristol'];
const orderRows = Array.from({ length: 600 }, (_, n) => ({
  number: `O-${1_000 + n}`,
  product: products[(n * 3) % 5] as string,
  city: cities[(n * 7) % 3] as string,
  price: 20 + ((n * 37) % 480) + 0.5,
  quantity: 1 + ((n * 11) % 9),
  date: day(2023, n),
}));
export const orders: Cell[][] = [
  ['Order number', 'Product', 'City', 'Price', 'Quantity', 'Order date'],
  ...orderRows.map((row) => Object.values(row)),
];

const sectors = ['Industrie', 'Santé', 'Énergie', 'Commerce'];
const regions = ['Bretagne', 'Normandie', 'Île-de-France'];
const clientRows = Array.from({ length: 400 }, (_, n) => ({
  client: `Société ${String.fromCharCode(65 + (n % 26))}${n}`,
  sector: sectors[(n * 5) % 4] as string,
  region: regions[(n * 2) % 3] as string,
  turnover: 10_000 + ((n * 7_919) % 990_000),
  staff: 3 + ((n * 13) % 240),
  since: day(2015, n * 9),
}));
export const clients: Cell[][] = [
  ['Client', 'Secteur', 'Région', "Chiffre d'affaires", 'Effectif', 'Date de création'],
  ...clientRows.map((row) => Object.values(row)),
];

const places = ['北京', '上海', '广州', '深圳'];
const suppliers = ['华光电子', '东方物流', '新源能源'];
const zhRows = Array.from({ length: 500 }, (_, n) => ({
  number: `HT-${5_000 + n}`,
  supplier: suppliers[(n * 2) % 3] as string,
  city: places[(n * 3) % 4] as string,
  amount: 1_000 + ((n * 613) % 90_000),
  date: day(2022, n * 2),
}));
export const contractsZh: Cell[][] = [
  ['合同编号', '供应商', '城市', '金额', '签订日期'],
  ...zhRows.map((row) => Object.values(row)),
];

function day(year: number, offset: number): string {
  return new Date(Date.UTC(year, 0, 1 + offset)).toISOString().slice(0, 10);
}

export function writeCsv(rows: Cell[][]): string {
  return rows.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\n');
}

const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
const mean = (values: number[]) => total(values) / values.length;
function totals<T>(rows: T[], by: (row: T) => string, of: (row: T) => number): [string, number][] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(by(row), (sums.get(by(row)) ?? 0) + of(row));
  return [...sums].sort((a, b) => b[1] - a[1]);
}
const best = <T>(rows: T[], of: (row: T) => number) => [...rows].sort((a, b) => of(b) - of(a))[0] as T;

const one = (value: number): number[][] => [[value]];
const byName = (rows: [string, number][]) => rows.sort((a, b) => (a[0] < b[0] ? -1 : 1));

export const questions: Question[] = [
  ...(
    [
      [
        'What is the average price of orders in London?',
        one(mean(orderRows.filter((r) => r.city === 'London').map((r) => r.price))),
      ],
      [
        'How many orders were placed after March 2024?',
        one(orderRows.filter((r) => r.date.slice(0, 7) > '2024-03').length),
      ],
      [
        'Total quantity of chairs in Leeds',
        one(
          total(orderRows.filter((r) => r.product === 'Chair' && r.city === 'Leeds').map((r) => r.quantity)),
        ),
      ],
      [
        'Which product has the highest total price?',
        totals(
          orderRows,
          (r) => r.product,
          (r) => r.price,
        ).slice(0, 1),
      ],
      [
        'What is the total price by city?',
        byName(
          totals(
            orderRows,
            (r) => r.city,
            (r) => r.price,
          ),
        ),
      ],
      ['How many different products are there in the orders?', one(5)],
      ['How many orders with a price over 400?', one(orderRows.filter((r) => r.price > 400).length)],
      [
        'What is the lowest price in Bristol in 2023?',
        one(
          Math.min(...orderRows.filter((r) => r.city === 'Bristol' && r.date < '2024').map((r) => r.price)),
        ),
      ],
      [
        'How many orders between January 2024 and March 2024?',
        one(orderRows.filter((r) => r.date >= '2024-01' && r.date.slice(0, 7) <= '2024-03').length),
      ],
      ['Why are the prices in London rising?', null],
    ] as [string, Question['expected']][]
  ).map(([text, expected]): Question => ({ language: 'en', text, expected })),
  ...(
    [
      [
        "Quel est le chiffre d'affaires moyen des clients de Bretagne ?",
        one(mean(clientRows.filter((r) => r.region === 'Bretagne').map((r) => r.turnover))),
      ],
      [
        'Combien de clients dans le secteur Santé ?',
        one(clientRows.filter((r) => r.sector === 'Santé').length),
      ],
      [
        "Chiffre d'affaires total par région",
        byName(
          totals(
            clientRows,
            (r) => r.region,
            (r) => r.turnover,
          ),
        ),
      ],
      ["Quel client a le chiffre d'affaires le plus élevé ?", [[best(clientRows, (r) => r.turnover).client]]],
      [
        'Quel est l’effectif total en Île-de-France ?',
        one(total(clientRows.filter((r) => r.region === 'Île-de-France').map((r) => r.staff))),
      ],
      [
        'Combien de clients ont été créés avant 2018 ?',
        one(clientRows.filter((r) => r.since < '2018').length),
      ],
      [
        "Combien de clients ont un chiffre d'affaires supérieur à 500 000 € ?",
        one(clientRows.filter((r) => r.turnover > 500_000).length),
      ],
      [
        "Quels sont les deux secteurs dont l'effectif total est le plus élevé ?",
        totals(
          clientRows,
          (r) => r.sector,
          (r) => r.staff,
        ).slice(0, 2),
      ],
      ['Combien de secteurs différents ?', one(4)],
      ['Combien de clients ne sont pas en Bretagne ?', null],
    ] as [string, Question['expected']][]
  ).map(([text, expected]): Question => ({ language: 'fr', text, expected })),
  ...(
    [
      ['北京的合同平均金额是多少？', one(mean(zhRows.filter((r) => r.city === '北京').map((r) => r.amount)))],
      ['2023年签订的合同有多少份？', one(zhRows.filter((r) => r.date.startsWith('2023')).length)],
      [
        '各城市的合同金额合计',
        byName(
          totals(
            zhRows,
            (r) => r.city,
            (r) => r.amount,
          ),
        ),
      ],
      ['金额超过80000的合同有多少份？', one(zhRows.filter((r) => r.amount > 80_000).length)],
      ['金额最高的合同是哪一份？', [[best(zhRows, (r) => r.amount).number]]],
      ['有多少个不同的供应商？', one(3)],
      [
        '东方物流的合同总金额是多少？',
        one(total(zhRows.filter((r) => r.supplier === '东方物流').map((r) => r.amount))),
      ],
      ['2023年3月之前签订的合同有几份？', one(zhRows.filter((r) => r.date < '2023-03').length)],
      [
        '上海的最低金额是多少？',
        one(Math.min(...zhRows.filter((r) => r.city === '上海').map((r) => r.amount))),
      ],
      ['为什么深圳的合同金额下降？', null],
    ] as [string, Question['expected']][]
  ).map(([text, expected]): Question => ({ language: 'zh', text, expected })),
];
