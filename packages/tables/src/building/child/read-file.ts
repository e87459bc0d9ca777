import { parse } from 'node:path';
import XLSX from '@e965/xlsx';
import type { BuiltTables } from '../../table-types.ts';
import { chooseTableName } from '../choose-table-name.ts';
import { type StoredColumn, typeOf } from './storing/stored-column.ts';
import { openTableStorage } from './storing/table-writer.ts';

/** Reads the tables of a file. */
export async function readFile(filename: string, bytes: Buffer, folder: string): Promise<BuiltTables> {
  const workbook = XLSX.read(bytes, { dense: true });
  const storage = await openTableStorage(folder);
  const taken = new Set<string>();
  const tables: BuiltTables['tables'] = [];
  for (const [at, sheet] of workbook.SheetNames.entries()) {
    const rows = XLSX.utils.sheet_to_json<unknown[]>(workbook.Sheets[sheet] as XLSX.WorkSheet, { header: 1 });
    const [head = [], ...body] = rows;
    const columns = head.map((name, column): StoredColumn => {
      const isNumber = body.every((row) => typeof row[column] === 'number');
      return { name: String(name), unit: null, storage: isNumber ? 'double' : 'text', scale: 0 };
    });
    const writer = await storage.openWriter(columns);
    for (const row of body) {
      for (const [column, { storage: kind }] of columns.entries()) {
        if (kind === 'double') writer.buffers[column]?.setDouble(writer.row, Number(row[column]));
        else writer.buffers[column]?.setText(writer.row, String(row[column] ?? ''));
      }
      writer.endRow();
    }
    const built = await writer.finish();
    const name = chooseTableName(workbook.SheetNames.length > 1 ? sheet : parse(filename).name, taken);
    const isHidden = (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0;
    const shown = columns.map((column) => ({ name: column.name, type: typeOf(column.storage), unit: column.unit }));
    tables.push({ sheet, isHidden, name, columns: shown, ...built });
  }
  storage.close();
  return { tables, leftOut: [], problem: null };
}
