import { describe, expect, it } from 'vitest';
import { hashingCalls } from '../../../infra/constructs/api.ts';
import { pathOf } from '../../../infra/constructs/firewall-rules.ts';
import { stages } from '../../../infra/stages.ts';
import { apiFunctionOf, onlyOne, synthesised } from '../synthesised.ts';

const { of } = synthesised();

describe('the API’s function', () => {
  it.each(Object.values(stages))('requires two-step verification of administrators on $name', (stage) => {
    const { Properties } = apiFunctionOf(synthesised(stage).of('AWS::Lambda::Function'));
    expect(Properties.Environment).toMatchObject({ Variables: { SECOND_FACTOR: 'required' } });
  });
});

it('the gateway passes only calls below /api of its own site, each that hashes a password without a session with a throttle', () => {
  const routes = hashingCalls.map((call) => `POST ${pathOf(call)}`);
  const passed = of('AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties.RouteKey);
  expect(passed).toEqual(['ANY /api/{proxy+}', ...routes]);
  const { RouteSettings } = onlyOne(of('AWS::ApiGatewayV2::Stage')).Properties;
  const throttled = { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 60 };
  expect(RouteSettings).toEqual(Object.fromEntries(routes.map((route) => [route, throttled])));
  expect(onlyOne(of('AWS::ApiGatewayV2::Api')).Properties).not.toHaveProperty('CorsConfiguration');
});
