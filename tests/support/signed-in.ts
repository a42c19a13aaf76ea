import { startApi } from './api.ts';

/** The API with the teapot signed in. */
export async function startSignedIn() {
  const api = await startApi();
  await api.register();
  const token: string = (await api.signIn()).body.token;
  return { ...api, token };
}

/** The API with the teapot signed in as an administrator. */
export async function startAdministered() {
  const api = await startApi();
  await api.register();
  await api.operator.grantAdmin('utah_teapot');
  const token: string = (await api.signIn()).body.token;
  return { ...api, token };
}
