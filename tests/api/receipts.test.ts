import { beforeEach, describe, expect, it } from 'vitest';
import { startPayer } from '../support/api/paying.ts';
import { allRows } from '../support/table/dynamo.ts';

let world: Awaited<ReturnType<typeof startPayer>>;
beforeEach(async () => {
  world = await startPayer();
  await world.pay('professional', world.bunny.paymentReference);
  await world.confirm(world.bunny.token);
});

/** The document has the payer's name and affiliation alone. */
const renderReceipt = async ({ payer, affiliation }: { payer: string; affiliation: string }) =>
  new TextEncoder().encode(payer + affiliation || 'nobody');
const document = async () => {
  const { body } = (await world.context.files.get('receipts/AG-000001.pdf')) ?? {};
  return new TextDecoder().decode(body);
};

describe('a receipt', () => {
  const receipt = (number: string, token = world.bunny.token) =>
    world.get(`/membership/receipt?number=${number}`, { token });

  it('is available to its own member once it is made', async () => {
    expect((await receipt('AG-000001')).body).toEqual({
      code: 0,
      msg: 'Your receipt is being prepared. Try again in a minute.',
    });
    expect(await world.makeReceipts(renderReceipt)).toBe(1);
    expect((await receipt('AG-000001')).body).toEqual({
      code: 1,
      msg: 'OK',
      data: { url: 'https://files.example/receipts/AG-000001.pdf?300@2026-03-02T08:00:00.000Z' },
    });
    const { token } = await world.newMember('utah_teapot');
    for (const refused of [await receipt('AG-000001', token), await receipt('AG-000002')])
      expect(refused).toMatchObject({ status: 404, body: { error: 'receipt-not-found' } });
    for (const number of ['', 'AG-1', 'ag-000001', 'AG-000001%2F..', 'AG-000001&number=AG-000002'])
      expect([number, (await receipt(number)).status]).toEqual([number, 400]);
  });

  it('loses the payer’s name when the account is deleted, and is made again', async () => {
    await world.makeReceipts(renderReceipt);
    expect(await document()).toBe('Utah TeapotKitchen of Test Models');
    expect((await world.deleteAccount(world.bunny.token, 'stanford_bunny')).status).toBe(200);
    expect(await world.makeReceipts(renderReceipt)).toBe(1);
    expect(await document()).toBe('nobody');
    const rows = await allRows(world.table);
    const accounts = rows.filter(
      ({ sk, pk }) => /^(RECEIPT|TERM)#/.test(String(sk)) || /^PAYMENT#/.test(String(pk)),
    );
    expect(accounts).toHaveLength(3);
    expect(JSON.stringify(accounts)).not.toMatch(/bunny@|Utah|Kitchen/);
  });

  it('is opened and sent again by an administrator, ten times a day', async () => {
    const { username, token } = await world.newMember('utah_teapot');
    await world.operator.grantAdmin(username);
    const change = (action: string, number = 'AG-000001') =>
      world.post('/admin/receipt', { action, uid: world.bunny.uid, number }, { token });
    expect((await change('open')).body.code).toBe(0);
    await world.makeReceipts(renderReceipt);
    expect((await change('open')).body.data.url).toContain('/receipts/AG-000001.pdf');
    for (const action of ['open', 'send'])
      expect((await change(action, 'AG-000002')).body.error).toBe('receipt-not-found');
    await world.dueMails();
    for (let sent = 0; sent < 10; sent += 1) expect((await change('send')).status).toBe(200);
    expect((await change('send')).body.error).toBe('too-many-attempts');
    const mails = await world.dueMails();
    expect(mails).toHaveLength(10);
    expect(mails[0]).toMatchObject({ to: world.bunny.email, subject: 'Your receipt AG-000001' });
  });

  it('loses the payer’s name too where a slow run puts the document with it over that of a later run', async () => {
    await world.makeReceipts(async (pending) => {
      if (pending.payer) {
        await world.deleteAccount(world.bunny.token, 'stanford_bunny');
        await world.makeReceipts(renderReceipt);
      }
      return renderReceipt(pending);
    });
    expect(await document()).toBe('nobody');
  });
});
