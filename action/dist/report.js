import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-3OSKYX2S.js";import"./chunk-6VLYQYI6.js";process.stdout.write(`Plimsoll ${t}
`);var{runStep:o}=await import("./run-step-WAJGRQXG.js"),{reportStep:r}=await import("./report-C5ECQAA6.js");await o(r);
