import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import"./chunk-6REANS53.js";var o={id:"layer",title:"No volumes",summary:"in the container's own writable layer",runs:"container",position:20,usesHostDirectory:!1,mounts:()=>[],contradiction:e=>e.mounted?`the target is a mount (${e.filesystem}), not the container's layer`:null};export{o as scenario};
