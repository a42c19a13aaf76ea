import { startAdministered } from './signed-in.ts';

/** An administrator who has the member "bunny" on the screen. */
export async function startAdminApi() {
  const api = await startAdministered();
  const { token } = api;
  await api.register({
    userName: 'bunny',
    firstName: 'Stanford',
    lastName: 'Bunny',
    email: 'bunny@stanford.example',
  });
  const { uid } = await api.operator.findMember('bunny');

  const open = async (of = uid) => (await api.get(`/admin/member?uid=${of}`, { token })).body.data;
  const version = async () => (await api.operator.findMember('bunny')).version;
  return {
    ...api,
    uid,
    open,
    version,
    /** Sends the action with the member's present version, a second after the last one, so that the log has an order. */
    async action(action: string, fields: object = {}) {
      api.pass(1000);
      return api.post(
        '/admin/member',
        { action, uid, version: await version(), reason: 'As the board decided', ...fields },
        { token },
      );
    },
    actions: async () => (await open()).history.items.map(({ action }: { action: string }) => action),
    activeUntil: async () => (await api.operator.findMember('bunny')).activeUntil,
  };
}

export const YEAR_2026 = { type: 'professional', startDate: '2026-03-02', endDate: '2027-01-01' };
export const YEAR_2027 = { type: 'student', startDate: '2027-01-01', endDate: '2028-01-01' };
