import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-3OSKYX2S.js";import"./chunk-6VLYQYI6.js";process.stdout.write(`Plimsoll ${t}
`);var{runStep:o}=await import("./run-step-WAJGRQXG.js"),{measureStep:i}=await import("./measure-2IALAZZ4.js");await o(i);
