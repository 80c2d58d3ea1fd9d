// Runs the tests in npm's MicroPython, a 32-bit machine. Its heap grows, so memory is measured elsewhere.
//     node wasm.mjs FOLDER-OF-THE-PACKAGE protocol | demo
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const [packageFolder, test] = process.argv.slice(2);
const programs = {
  protocol: "import protocol",
  demo: `
import backend
backend.choose()
import demo
await demo.play_everything()`,
};

async function run() {
  const module = pathToFileURL(path.resolve(packageFolder, "micropython.mjs"));
  const { loadMicroPython } = await import(module);
  const python = await loadMicroPython({ stdout: console.log, linebuffer: true });
  for (const folder of ["/mola-test", "/mola-test/mola"]) python.FS.mkdir(folder);
  for (const [from, to] of [["..", ""], ["../mola", "/mola"], [".", ""]]) {
    for (const name of fs.readdirSync(path.join(here, from)).filter((name) => name.endsWith(".py"))) {
      python.FS.writeFile(`/mola-test${to}/${name}`, fs.readFileSync(path.join(here, from, name)));
    }
  }
  python.runPython('import sys\nsys.path.insert(0, "/mola-test")');
  await python.runPythonAsync(programs[test]);
}

// An error that nobody catches would print the whole package, which is one line.
run().catch((error) => {
  console.error(String(error.message ?? error));
  process.exit(1);
});
