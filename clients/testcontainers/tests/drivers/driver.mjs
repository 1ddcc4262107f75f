// Takes each step that the module offers, and prints what came of it.
import { MishapContainer, MishapError, VerdictFailed } from "./mishap-container.mjs";

const [image, scenarios, required] = process.argv.slice(2);
process.on("warning", (warning) => console.log(`warning ${warning.message}`));
const get = async (url) => (await fetch(url)).text();

try {
  new MishapContainer().withScenarios("nowhere");
} catch (error) {
  console.log(`error ${error.message}`);
}
const container = (image ? new MishapContainer(image) : new MishapContainer()).withScenarios(scenarios);
if (required) container.withRequiredResets();
try {
  const mishap = await container.start();
  try {
    console.log(`url ${mishap.url} ${mishap.controlUrl}`);
    console.log(`ca ${(await mishap.caPem()).split("\n")[0]}`);
    const orders = await mishap.session('a "label"', "orders");
    console.log(`session ${orders.id} ${orders.url} ${orders.httpsUrl}`);
    console.log(`state ${(await get(`${mishap.controlUrl}/sessions/${orders.id}`)).split("\n")[3]}`);
    // As `await using` does.
    await orders[Symbol.asyncDispose]().catch((error) => console.log(`failed ${error instanceof VerdictFailed && error.message}`));
    const pay = await mishap.session("pays", "shop/pay");
    console.log(`got ${await get(`${pay.url}/any`)}`);
    console.log(`verdict ${await pay.end()}`);
    await mishap.session("wrong", "nope");
  } finally {
    await mishap.stop();
  }
} catch (error) {
  console.log(`error ${error instanceof MishapError && error.message}`);
}
