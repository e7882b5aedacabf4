import { expect, test } from 'vitest';
import { writeCsv } from './write-csv.ts';

test('cells are quoted where they must be, and none is a formula', () => {
  const rows = [
    ['Fournisseur', 'Montant'],
    ['Dupont, "fils"\net cie', -12.5],
    ['=1+1', null],
    ['@cmd', true],
  ];
  expect(writeCsv(rows)).toBe(
    'Fournisseur,Montant\r\n"Dupont, ""fils""\net cie",-12.5\r\n\'=1+1,\r\n\'@cmd,true',
  );
});
